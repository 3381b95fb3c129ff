import { Center } from '@mantine/core';
import { IconBolt, IconChartBar, IconHistory, IconSettings } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { PlaceContext } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { PageHeading } from './PageHeading.tsx';
import { PlacePicker } from './PlacePicker.tsx';
import classes from './Shell.module.css';
import { usePlaceOfAddress } from './use-place-of-address.ts';

const sections = [
  { to: '/reports', label: 'Reports', Icon: IconChartBar, needs: undefined, others: ['/dashboards/', '/records'] },
  { to: '/runs', label: 'Runs', Icon: IconHistory, needs: undefined, others: [] },
  { to: '/speed', label: 'Speed', Icon: IconBolt, needs: 'tune', others: [] },
  { to: '/settings', label: 'Settings', Icon: IconSettings, needs: 'manage', others: [] },
] as const;

/** The frame of every page: location, navigation and account. */
export function Shell() {
  const { workspaces } = useSignedIn();
  const place = usePlaceOfAddress();
  const workspace = workspaces.find(({ id }) => id === place.workspace);
  const { pathname } = useLocation();
  const shown = sections.filter(({ needs }) => needs === undefined || workspace?.abilities.includes(needs));
  return (
    <PlaceContext value={place}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.shell}>
        <header className={classes.header}>
          <Link to="/reports" className={classes.brand} aria-label="Tallyhook, reports">
            <img src="/icon.svg" alt="" width={34} height={34} />
          </Link>
          <PlacePicker place={place} workspace={workspace} />
          <AccountMenu />
        </header>
        <nav className={classes.nav} aria-label="Pages">
          <ul>
            {shown.map(({ to, label, Icon, others }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={classes.link}
                  activeProps={{ 'aria-current': 'page' }}
                  {...(others.some((other) => pathname.startsWith(other)) ? { 'aria-current': 'page' } : {})}
                >
                  <Icon aria-hidden size={18} stroke={1.75} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1} className={classes.main}>
          {place.workspace === undefined ? <NoWorkspace /> : <Outlet />}
        </main>
      </div>
    </PlaceContext>
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
