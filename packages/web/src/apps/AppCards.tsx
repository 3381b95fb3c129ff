import { IconApps, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../marketplace/Marketplace.module.css';
import type { ShownApp } from './list-apps.ts';

/** The apps that a branch can have. */
export function AppCards({ apps }: { apps: readonly ShownApp[] }) {
  return (
    <ul className={classes.cards} aria-label="Apps">
      {apps.map(({ app, name, description, state, version, isPublic }) => (
        <li key={app} className={classes.card}>
          <AppIcon />
          <div className={classes.words}>
            <h3 className={classes.name}>
              <Link to="/apps/$appId" params={{ appId: app }}>
                {name}
              </Link>
            </h3>
            <p className={classes.sentence}>{description}</p>
            <p className={classes.foot}>
              <span>App</span>
              {!isPublic && <span>Only in this workspace</span>}
              {state === 'installed' && <Installed />}
              {state === 'update' && (
                <span className={classes.update}>
                  <IconRefresh aria-hidden size={14} /> Update to {version}
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function AppIcon({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <span className={`${classes.icon} ${isLarge ? classes.large : ''}`}>
      <IconApps aria-hidden size={isLarge ? 30 : 20} stroke={1.75} />
    </span>
  );
}

export function Installed() {
  return (
    <span className={classes.good}>
      <IconCircleCheck aria-hidden size={14} /> Installed
    </span>
  );
}
