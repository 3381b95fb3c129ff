import { IconArrowsLeftRight, IconFileUpload, IconKey, IconListCheck, IconWebhook } from '@tabler/icons-react';
import type { ConnectorDetail } from '@tallyhook/schemas/api';
import type { ReactNode } from 'react';
import classes from './Marketplace.module.css';

const signIns: Record<ConnectorDetail['signInKind'], string> = {
  none: 'No sign-in',
  key: 'A key',
  basic: 'A user name and a password',
  bearer: 'An access token',
  aws4: 'An access key (AWS Signature Version 4)',
  oauth2: 'A sign-in at the service (OAuth 2)',
  clientCredentials: 'A client id and a secret (OAuth 2)',
};

/** What a connector asks for: the sign-in, its permissions, the hosts it talks to, and files. */
export function AsksFor({ connector }: { connector: ConnectorDetail }) {
  const { signIn, signInKind, scopes, hosts, webhooks, actions, name } = connector;
  const subscribed = webhooks.filter(({ isSubscribed }) => isSubscribed).length;
  return (
    <section className={classes.box} aria-labelledby="asks-for">
      <header role="presentation">
        <h2 id="asks-for">What it asks for</h2>
      </header>
      <div className={classes.inside}>
        <ul className={`${classes.plain} ${classes.asks}`}>
          <Ask icon={<IconKey aria-hidden size={16} />} title={signIns[signInKind]}>
            {signIn.fields.length === 0
              ? signIn.needsClient && 'With an OAuth client that an owner or admin sets.'
              : signIn.fields.map(({ label, optional }) => (optional ? `${label} (optional)` : label)).join(', ')}
          </Ask>
          {scopes.length > 0 && (
            <Ask icon={<IconListCheck aria-hidden size={16} />} title="Permissions">
              {scopes.join(', ')}
            </Ask>
          )}
          {signIn.optionalScopes.length > 0 && (
            <Ask icon={<IconListCheck aria-hidden size={16} />} title="Optional permissions">
              Each can be left out when an account is linked.
              <ul className={classes.plain}>
                {signIn.optionalScopes.map(({ scope, description }) => (
                  <li key={scope}>
                    {description} (<code>{scope}</code>)
                  </li>
                ))}
              </ul>
            </Ask>
          )}
          <Ask icon={<IconArrowsLeftRight aria-hidden size={16} />} title="Talks only to">
            {hosts.length === 0 ? 'Nobody' : hosts.map(readableHost).join(', ')}
          </Ask>
          {webhooks.length > 0 && (
            <Ask icon={<IconWebhook aria-hidden size={16} />} title="Webhooks">
              {subscribed === webhooks.length
                ? `${name} is asked to send them while a workflow needs them.`
                : `${name} sends them to an address of the account. A person enters it there once.`}
            </Ask>
          )}
          {actions.some(({ sends }) => sends !== null) && (
            <Ask icon={<IconFileUpload aria-hidden size={16} />} title="Files of this workspace">
              Only those that a workflow hands over.
            </Ask>
          )}
        </ul>
      </div>
    </section>
  );
}

function Ask({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>
        <strong>{title}</strong>
        <div className={classes.muted}>{children}</div>
      </div>
    </li>
  );
}

/** A host that depends on the account, such as `{{account.shop}}.example.com`, in words. */
function readableHost(host: string): string {
  return host.replaceAll(/\{\{\s*account\.(\w+)[^}]*\}\}/g, (_, field: string) => `<${field}>`);
}
