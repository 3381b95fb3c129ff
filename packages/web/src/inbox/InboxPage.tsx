import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { useAttention, useMessages } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { OpenQuestions } from '../runs/OpenQuestions.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useSending } from '../shell/use-sending.ts';
import { MessageRow } from './MessageRow.tsx';
import classes from './Inbox.module.css';

/** What concerns the person: what workflows have told them, what waits for their answer, and decisions about runs. */
export function InboxPage() {
  const place = usePlace();
  const queries = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMessages();
  const marking = useSending();
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  const unread = data?.pages[0]?.unread ?? 0;
  const newest = messages[0];

  async function mark(work: () => Promise<unknown>) {
    await marking.send(work);
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['messages', place.workspace] }),
      queries.invalidateQueries({ queryKey: ['attention', place] }),
    ]);
  }
  const markAll = (upTo: string) => mark(() => call(place, 'POST /api/messages/read', { body: { upTo } }));
  const markOne = (id: string, isRead: boolean) =>
    mark(() => call(place, 'PUT /api/messages/:id/read', { path: { id }, body: { isRead } }));

  return (
    <>
      <PageHeading title="Inbox" />
      {marking.error !== undefined && <ErrorNote title="Couldn't mark the message" error={marking.error} />}
      {error !== null && (
        <ErrorNote
          title={data === undefined ? "Couldn't load the messages" : 'This may be out of date'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <div className={classes.lists}>
        <OpenQuestions isMine />
        <Decisions />
        {data === undefined && error === null && <Skeleton height={240} />}
        {data !== undefined && (
          <List
            title="Messages"
            actions={
              newest !== undefined &&
              unread > 0 && (
                <Button variant="default" size="xs" onClick={() => void markAll(newest.id)}>
                  Mark all as read
                </Button>
              )
            }
            columns={[
              { label: 'Message' },
              { label: 'Workflow', isLess: true },
              { label: 'When', isLess: true },
              { label: 'Actions', isActions: true },
            ]}
            count={messages.length}
            empty="Nothing yet. Alerts write here, which you make with “Tell me when …” in the menu of a report, and workflows with the step “Tell a person”."
          >
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} onMark={(isRead) => void markOne(message.id, isRead)} />
            ))}
          </List>
        )}
        {hasNextPage && (
          <BusyButton variant="default" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older messages
          </BusyButton>
        )}
      </div>
    </>
  );
}

/** Leads to the runs that wait for a decision, if there are any. */
function Decisions() {
  const { data } = useAttention();
  if (data === undefined || data.decisions === 0) return null;
  const { decisions, atMost } = data;
  const shown = decisions < atMost ? String(decisions) : `${atMost}+`;
  return (
    <Anchor component={Link} to="/runs" search={{ undecided: 'true' } as never} size="sm" className={classes.decisions}>
      {decisions === 1 ? '1 run waits' : `${shown} runs wait`} for a decision
    </Anchor>
  );
}
