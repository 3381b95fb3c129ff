import { ActionIcon, Menu } from '@mantine/core';
import { IconBell, IconCopy, IconDots, IconGitCompare, IconPencil, IconShare, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AlertDialog } from '../alerts/AlertDialog.tsx';
import { useReportChanges } from '../api/changes.ts';
import { useReadReport } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import { ExportItems } from '../reports/ExportItems.tsx';
import { usePlace } from '../place.tsx';
import type { ShownReport } from '../reports/shown-report.ts';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { workspaceOf } from '../session/workspace-of.ts';
import { ShareDialog } from '../shares/ShareDialog.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';

export interface ReportMenuProps {
  report: ShownReport;
  /** Whether the page's address contains unsaved changes. */
  hasChanges?: boolean;
  /** The address of the answer that is shown; without one, nothing can be saved as a file. */
  answerAddress?: string;
}

/** The "…" menu of a report, with actions that do not depend on its question. */
export function ReportMenu({ report, hasChanges = false, answerAddress }: ReportMenuProps) {
  const { canWrite, canManage } = useAbilities();
  const [isSharing, setIsSharing] = useState(false);
  const [isAlerting, setIsAlerting] = useState(false);
  const changes = useReportChanges();
  const readReport = useReadReport();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();
  const navigate = useNavigate();
  const [isRenaming, setIsRenaming] = useState(false);
  const [failure, setFailure] = useState<{ title: string; error: unknown }>();
  const { id, name, revision, readOnly, isUnsaved } = report;
  const { workspace, branch } = usePlace();
  const branches = workspaceOf(useSignedIn(), workspace)?.branches ?? [];
  const otherBranch = ['main', ...branches].find((one) => one !== branch && branches.includes(one));
  const compare = (against: string) =>
    void navigate({ to: '/reports/$reportId', params: { reportId: id }, search: { against } });

  async function remove() {
    let wasThere: boolean;
    try {
      wasThere = await changes.remove(id);
    } catch (error) {
      return setFailure({ title: "Couldn't delete the report", error });
    }
    // Don't offer to undo somebody else's deletion.
    if (!wasThere) announce(`${name} was already deleted`);
    else offerUndo({ text: `${name} was deleted`, takesFocus: true, undo: () => changes.bringBack(id) });
    await navigate({ to: '/reports', ignoreBlocker: true });
  }
  /** Renaming never conflicts with what somebody else saved meanwhile, unless they renamed the report too. */
  async function rename(text: string): Promise<ShownReport> {
    try {
      return await changes.save(id, { revision, name: text });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'revision_conflict') throw error;
      const now = await readReport(id);
      if (now.name === name) return changes.save(id, { revision: now.revision, name: text });
      throw new Refusal(error.code, `Somebody renamed it to “${now.name}”. Press Rename again to name it “${text}”.`);
    }
  }
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(window.location.href);
      announce('Link copied');
    } catch {
      const error = new Error("Your browser doesn't allow it. Copy the address of this page instead.");
      setFailure({ title: "Couldn't copy the link", error });
    }
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={`More actions for ${name}`}>
            <IconDots aria-hidden size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy aria-hidden size={16} />} onClick={() => void copyLink()}>
            Copy link{hasChanges ? ' with changes' : ''}
          </Menu.Item>
          {isUnsaved !== true && otherBranch !== undefined && (
            <Menu.Item leftSection={<IconGitCompare aria-hidden size={16} />} onClick={() => compare(otherBranch)}>
              Compare with branch …
            </Menu.Item>
          )}
          {answerAddress !== undefined && (
            <ExportItems
              name={name}
              findChart={() => document.querySelector('#main')}
              address={answerAddress}
              onFailure={setFailure}
            />
          )}
          {canWrite && isUnsaved !== true && hasNumber(report) && (
            <Menu.Item leftSection={<IconBell aria-hidden size={16} />} onClick={() => setIsAlerting(true)}>
              Tell me when …
            </Menu.Item>
          )}
          {canManage && isUnsaved !== true && (
            <Menu.Item leftSection={<IconShare aria-hidden size={16} />} onClick={() => setIsSharing(true)}>
              Share by link
            </Menu.Item>
          )}
          {canWrite && readOnly !== true && isUnsaved !== true && (
            <>
              <Menu.Item leftSection={<IconPencil aria-hidden size={16} />} onClick={() => setIsRenaming(true)}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash aria-hidden size={16} />} onClick={() => void remove()}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {failure !== undefined && (
        <Dialog title={name} onClose={() => setFailure(undefined)}>
          <ErrorNote {...failure} />
        </Dialog>
      )}
      {isAlerting && <AlertDialog report={report} onClose={() => setIsAlerting(false)} />}
      {isSharing && <ShareDialog kind="report" target={id} name={name} onClose={() => setIsSharing(false)} />}
      {isRenaming && (
        <NameDialog
          title="Rename report"
          action="Rename"
          name={name}
          onClose={() => setIsRenaming(false)}
          onSubmit={async (text) => {
            await rename(text);
            setIsRenaming(false);
          }}
        />
      )}
    </>
  );
}

/** The smallest and largest values may be dates, which pass no number. */
function hasNumber({ definition: { measures: [measure] = [] } }: ShownReport): boolean {
  return measure === undefined || !(measure.fn === 'min' || measure.fn === 'max');
}
