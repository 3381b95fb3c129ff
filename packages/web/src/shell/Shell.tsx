import { Center } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useAttention } from '../api/queries.ts';
import { PlaceContext, usePlace, type Place } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { workspaceOf } from '../session/workspace-of.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { FindButton } from './Find.tsx';
import { MenuContext } from './menu-context.ts';
import { PageHeading } from './PageHeading.tsx';
import { BranchPicker, WorkspacePicker } from './PlacePicker.tsx';
import { sectionsFor, type Section } from './sections.ts';
import classes from './Shell.module.css';

/** The frame of every page: the navigation at the side, which is a drawer on phones, and the page with its bar. */
export function Shell() {
  const session = useSignedIn();
  const place = usePlaceOfAddress();
  const workspace = workspaceOf(session, place.workspace);
  const groups = sectionsFor(session, workspace);
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setIsOpen(false), [pathname]);
  const hasWorkspace = place.workspace !== undefined;
  const isBranchGone = workspace !== undefined && place.branch !== 'main' && !workspace.branches.includes(place.branch);
  const menu = useMemo(
    () => ({ isOpen, open: () => setIsOpen(true), branchPicker: hasWorkspace && <BranchPicker />, isBranchGone }),
    [isOpen, hasWorkspace, isBranchGone],
  );
  return (
    <PlaceContext value={place}>
      <MenuContext value={menu}>
        <a href="#main" className={classes.skip}>
          Skip to content
        </a>
        <div className={classes.shell} onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}>
          <header className={classes.side} data-open={isOpen || undefined}>
            <div className={classes.top}>
              <WorkspacePicker place={place} workspace={workspace} />
              <button
                type="button"
                className={classes.close}
                aria-label="Close the menu"
                onClick={() => setIsOpen(false)}
              >
                <IconX aria-hidden size={18} />
              </button>
            </div>
            <FindButton groups={groups} />
            <nav className={classes.nav} aria-label="Pages">
              {groups.map(({ label, sections }) => (
                <div key={label}>
                  <p id={`pages-${label}`} className={classes.group}>
                    {label}
                  </p>
                  <ul aria-labelledby={`pages-${label}`}>
                    {sections.map((section) => (
                      <SectionLink key={section.to} section={section} pathname={pathname} />
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
            <AccountMenu />
          </header>
          <div className={classes.shade} data-open={isOpen || undefined} aria-hidden onClick={() => setIsOpen(false)} />
          <main id="main" tabIndex={-1} className={classes.main}>
            {place.workspace === undefined ? <NoWorkspace /> : <Outlet />}
          </main>
        </div>
      </MenuContext>
    </PlaceContext>
  );
}

function SectionLink({ section: { to, label, Icon, others = [] }, pathname }: { section: Section; pathname: string }) {
  const isWithin = others.some((other) => pathname.startsWith(other));
  return (
    <li>
      <Link
        to={to}
        className={classes.link}
        activeProps={{ 'aria-current': 'page' }}
        {...(isWithin ? { 'aria-current': 'page' } : {})}
      >
        <Icon aria-hidden size={16} stroke={1.75} />
        <span>{label}</span>
        {to === '/inbox' && <UnreadMessages />}
        {to === '/integrations' && <BrokenAccounts />}
        {to === '/branches' && <BranchCount />}
      </Link>
      {to === '/runs' && <WaitingRuns />}
    </li>
  );
}

/** How many branches there are besides one. */
function BranchCount() {
  const { branches = [] } = workspaceOf(useSignedIn(), usePlace().workspace) ?? {};
  return branches.length > 1 && <b className={classes.count}>{branches.length}</b>;
}

/** How many messages the person has not read. */
function UnreadMessages() {
  const { data } = useAttention();
  if (data === undefined || data.messages === 0) return null;
  const shown = data.messages < data.atMost ? String(data.messages) : `${data.atMost}+`;
  return (
    <b className={classes.attention} data-of="messages" title={`${shown} unread`}>
      {shown}
      <i className={classes.unseen}>unread</i>
    </b>
  );
}

/** How many accounts to connect again. */
function BrokenAccounts() {
  const { data } = useAttention();
  if (data === undefined || data.brokenAccounts === 0) return null;
  const words = 'to fix';
  return (
    <b className={classes.attention} data-of="accounts" title={`${data.brokenAccounts} ${words}`}>
      {data.brokenAccounts}
      <i className={classes.unseen}>{words}</i>
    </b>
  );
}

/** How many questions and decisions of runs wait for the person; leads to them, apart from all runs. */
function WaitingRuns() {
  const { data } = useAttention();
  if (data === undefined) return null;
  const { questions, decisions, atMost } = data;
  const count = questions + decisions;
  if (count === 0) return null;
  const shown = count < atMost ? String(count) : `${atMost}+`;
  // The page lists all open questions above the runs.
  const search = decisions > 0 ? { undecided: 'true' as const } : { status: 'waiting' as const };
  return (
    <Link to="/runs" search={search} className={classes.waiting} title={`${shown} waiting for you`}>
      <b className={classes.attention} data-of="runs">
        {shown}
      </b>
      <i className={classes.unseen}>waiting for you</i>
    </Link>
  );
}

function NoWorkspace() {
  return (
    <>
      <PageHeading title="No workspace yet" />
      <p>You aren't in a workspace yet. Ask an owner to add you, or create one on the command line.</p>
    </>
  );
}

/** Shown at addresses without a page. */
export function NoSuchPage() {
  return (
    <>
      <PageHeading title="Page not found" />
      <Center>
        <Link to="/reports">Go to reports</Link>
      </Center>
    </>
  );
}

/** The workspace and branch in the address; by default, the person's first workspace and its branch `main`. */
function usePlaceOfAddress(): Place {
  const { workspaces } = useSignedIn();
  const { workspace, branch } = useSearch({ from: '__root__' });
  const here = workspace ?? workspaces[0]?.id;
  return useMemo(() => ({ workspace: here, branch: branch ?? 'main' }), [here, branch]);
}
