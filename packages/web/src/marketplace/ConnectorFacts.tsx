import { Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConnectorDetail } from '@tallyhook/schemas/api';
import { useFormats } from '../use-formats.ts';
import { describeCategory } from './categories.ts';
import classes from './Marketplace.module.css';

/** Who made a connector, and how the workspace has it. */
export function ConnectorFacts({ connector }: { connector: ConnectorDetail }) {
  const { categories, isPublic, version, sha256, installation, installedByName, accounts, usedBy } = connector;
  const formats = useFormats();
  return (
    <section className={classes.box} aria-label="Facts">
      <div className={classes.inside}>
        <dl className={classes.facts}>
          <dt>Version</dt>
          <dd>{version}</dd>
          <dt>{categories.length === 1 ? 'Category' : 'Categories'}</dt>
          <dd>{categories.map(describeCategory).join(', ')}</dd>
          <dt>For</dt>
          <dd>{isPublic ? 'Every workspace' : 'This workspace alone'}</dd>
          {installation !== null && (
            <>
              <dt>Installed</dt>
              <dd>
                {installation.version}
                {installation.development && ' (a build under development)'}, {formats.time(installation.installedAt)}
                {installedByName !== null && `, by ${installedByName}`}
              </dd>
              <dt>Accounts</dt>
              <dd>
                <Link to="/integrations">{accounts === 0 ? 'None yet' : `${accounts} linked`}</Link>
              </dd>
              <dt>Workflows</dt>
              <dd>
                {usedBy.length === 0 && 'None uses it'}
                {usedBy.map(({ workflowId, name, branch, on, version: used }) => (
                  <div key={`${branch} ${workflowId}`}>
                    <Link to="/workflows/$workflowId" params={{ workflowId }} search={{ branch } as never}>
                      {name}
                    </Link>
                    {branch === 'main' ? '' : ` on ${branch}`}
                    {on ? '' : ', off'}
                    {used === installation.version ? '' : `, stays on ${used}`}
                  </div>
                ))}
              </dd>
            </>
          )}
          <dt>SHA-256</dt>
          <dd>
            <Code title={sha256}>
              {sha256.slice(0, 8)}…{sha256.slice(-4)}
            </Code>
          </dd>
        </dl>
      </div>
    </section>
  );
}
