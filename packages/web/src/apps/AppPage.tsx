import { Code, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { AppDetail } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { useTypes } from '../api/queries.ts';
import classes from '../marketplace/Marketplace.module.css';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { AppIcon, Installed } from './AppCards.tsx';
import { AppSamples } from './AppSamples.tsx';
import { AppUpdateCard } from './AppUpdateCard.tsx';
import { RemoveApp } from './RemoveApp.tsx';
import { useApp, useRefreshApps } from './use-apps.ts';

/** An app: what it brings; installing, updating and removing it on the branch. */
export function AppPage() {
  const { appId } = useParams({ from: '/apps/$appId' });
  const { data: app, error, refetch } = useApp(appId);
  const { canManage, canWrite } = useAbilities();
  const { data: types } = useTypes();
  const installed = app?.installed ?? null;
  // Its types stayed when it was removed: their records have to fit, so it is compared first.
  const isLeft = types?.some(({ leftBy }) => leftBy === appId) === true;
  const isOther = installed === null ? isLeft : installed.version !== app?.version;
  return (
    <>
      <PageHeading title={app?.name ?? appId} parent={<Link to="/marketplace">Marketplace</Link>}>
        {installed !== null && <Installed />}
        {app !== undefined && types !== undefined && installed === null && !isLeft && canManage && (
          <InstallApp app={app} />
        )}
      </PageHeading>
      {error !== null && <ErrorNote title="Couldn't load the app" error={error} onRetry={() => void refetch()} />}
      {app === undefined && error === null && <Skeleton height={320} />}
      {app !== undefined && (
        <div className={classes.split}>
          <div className={classes.column}>
            <div className={classes.head}>
              <AppIcon isLarge />
              <div>
                <strong>{app.name}</strong>
                <p>{app.description}</p>
              </div>
            </div>
            {isOther && canManage && <AppUpdateCard key={app.version} app={app} installed={installed?.version} />}
            <Brings app={app} isInstalled={installed !== null} />
          </div>
          <aside className={classes.column} aria-label="About the app">
            {installed !== null && canWrite && app.samples > 0 && <AppSamples app={app} />}
            <Facts app={app} />
            {installed !== null && canManage && <RemoveApp app={app} />}
          </aside>
        </div>
      )}
    </>
  );
}

function InstallApp({ app: { app: id, name, version } }: { app: AppDetail }) {
  const place = usePlace();
  const refresh = useRefreshApps();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const install = async () => {
    if (!(await send(() => call(place, 'POST /api/apps', { body: { id, version } })))) return;
    announce(`${name} is installed`);
    await refresh();
  };
  return (
    <>
      {error !== undefined && <ErrorNote title="Couldn't install it" error={error} />}
      <BusyButton size="xs" isBusy={isSending} onClick={() => void install()}>
        Install
      </BusyButton>
    </>
  );
}

function Brings({
  app: { types, reports, dashboards, workflows },
  isInstalled,
}: {
  app: AppDetail;
  isInstalled: boolean;
}) {
  return (
    <section className={classes.box} aria-labelledby="brings">
      <header role="presentation">
        <h2 id="brings">What it brings</h2>
      </header>
      <div className={classes.inside}>
        <dl className={classes.facts}>
          <dt>Types</dt>
          <dd>
            {types.map(({ name, label, fields }) => (
              <div key={name}>
                {isInstalled ? (
                  <Link to="/types/$typeName" params={{ typeName: name }}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
                , {counted(fields, 'field')}
              </div>
            ))}
          </dd>
          <Names title="Reports" names={reports} />
          <Names title="Dashboards" names={dashboards} />
          <Names title="Workflows" names={workflows} hint="They arrive switched off." />
        </dl>
      </div>
    </section>
  );
}

function Names({ title, names, hint }: { title: string; names: readonly string[]; hint?: string }) {
  if (names.length === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {names.map((name) => (
          <div key={name}>{name}</div>
        ))}
        {hint !== undefined && <div className={classes.muted}>{hint}</div>}
      </dd>
    </>
  );
}

function Facts({ app: { version, isPublic, sha256, installed, records, releasedAt } }: { app: AppDetail }) {
  const formats = useFormats();
  return (
    <section className={classes.box} aria-label="Facts">
      <div className={classes.inside}>
        <dl className={classes.facts}>
          <dt>Version</dt>
          <dd>
            {version}, released {formats.time(releasedAt)}
          </dd>
          <dt>For</dt>
          <dd>{isPublic ? 'Every workspace' : 'This workspace alone'}</dd>
          {installed !== null && (
            <>
              <dt>Installed</dt>
              <dd>
                {installed.version}, {formats.time(installed.installedAt)}
              </dd>
              <dt>Records</dt>
              <dd>{formats.number(records)}</dd>
            </>
          )}
          <dt>SHA-256</dt>
          <dd>
            <Code>
              {sha256.slice(0, 8)}…{sha256.slice(-4)}
            </Code>
          </dd>
        </dl>
      </div>
    </section>
  );
}
