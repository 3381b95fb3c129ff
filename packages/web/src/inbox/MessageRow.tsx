import { ActionIcon, Anchor, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconExternalLink, IconGitBranch, IconMail, IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Message } from '@tallyhook/schemas/api';
import { usePlace } from '../place.tsx';
import list from '../shell/List.module.css';
import { Moment } from '../shell/Moment.tsx';
import classes from './Inbox.module.css';

interface MessageRowProps {
  message: Message;
  onMark: (isRead: boolean) => void;
}

/** A message. Opening it marks it as read. */
export function MessageRow({ message, onMark }: MessageRowProps) {
  const { text, at, isRead, branch, workflowName, runId, report, link } = message;
  const search = usePlaceOf(message);
  const marks = isRead ? 'Mark as unread' : 'Mark as read';
  return (
    <tr data-unread={!isRead || undefined} className={classes.row}>
      <th scope="row">
        {!isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
        <Opening message={message} onOpen={() => isRead || onMark(true)} />
        <span className={classes.opens}>
          {report !== null && (
            <span className={classes.part}>
              <IconChartBar aria-hidden size={14} />
              {report.name}
            </span>
          )}
          {link !== null && (
            <Anchor href={link} target="_blank" rel="noreferrer" size="xs" className={classes.part}>
              <IconExternalLink aria-hidden size={14} />
              {URL.parse(link)?.host ?? link}
            </Anchor>
          )}
          <span className={list.more}>
            {workflowName}, <Moment at={at} />
          </span>
          {branch !== 'main' && (
            <span className={classes.part}>
              <IconGitBranch aria-hidden size={14} />
              {branch ?? 'Its branch was deleted.'}
            </span>
          )}
        </span>
      </th>
      <td className={`${list.muted} ${list.less}`}>
        {branch === null ? (
          workflowName
        ) : (
          <Anchor component={Link} to="/runs/$runId" params={{ runId } as never} search={search} size="sm">
            {workflowName}
          </Anchor>
        )}
      </td>
      <td className={`${list.muted} ${list.less}`}>
        <Moment at={at} />
      </td>
      <td className={list.actions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`${marks}: ${text}`}
          title={marks}
          onClick={() => onMark(!isRead)}
        >
          {isRead ? <IconMail aria-hidden size={16} /> : <IconMailOpened aria-hidden size={16} />}
        </ActionIcon>
      </td>
    </tr>
  );
}

/** The text, as a link to the report, the address outside, or the run that sent it. */
function Opening({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { text, branch, report, link, runId } = message;
  const search = usePlaceOf(message);
  const shown = { size: 'sm', className: classes.text, onClick: onOpen } as const;
  if (branch !== null && report !== null)
    return (
      <Anchor
        component={Link}
        to="/reports/$reportId"
        params={{ reportId: report.id } as never}
        {...{ search, ...shown }}
      >
        {text}
      </Anchor>
    );
  if (link !== null)
    return (
      <Anchor href={link} target="_blank" rel="noreferrer" {...shown}>
        {text}
      </Anchor>
    );
  if (branch === null) return <span className={classes.text}>{text}</span>;
  return (
    <Anchor component={Link} to="/runs/$runId" params={{ runId } as never} {...{ search, ...shown }}>
      {text}
    </Anchor>
  );
}

/** A message may be about another branch than the one that is shown. */
function usePlaceOf({ branch }: Message) {
  const { workspace } = usePlace();
  return { workspace, branch: branch ?? undefined } as never;
}
