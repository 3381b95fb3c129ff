import { NativeSelect, Stack } from '@mantine/core';
import { valueAt } from './edit-json.ts';
import { useFieldAt } from './file-context.ts';
import { ChoiceAt, JsonAt, ListAt, SwitchAt, TextAt } from './fields.tsx';
import { FormSection } from './FormSection.tsx';
import { OptionalScopes } from './OptionalScopes.tsx';

const starts: Record<string, { label: string; start: unknown }> = {
  none: { label: 'None', start: { kind: 'none' } },
  key: { label: 'Key', start: { kind: 'key', in: 'header', name: 'X-Api-Key', value: '{{account.key}}' } },
  basic: {
    label: 'User name and password',
    start: { kind: 'basic', username: '{{account.user}}', password: '{{account.password}}' },
  },
  bearer: { label: 'Bearer token', start: { kind: 'bearer', token: '{{account.token}}' } },
  aws4: {
    label: 'Access key (AWS Signature 4)',
    start: {
      kind: 'aws4',
      service: 's3',
      region: '{{account.region}}',
      accessKeyId: '{{account.accessKeyId}}',
      secretAccessKey: '{{account.secretAccessKey}}',
    },
  },
  oauth2: {
    label: 'OAuth 2',
    start: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      scopes: [],
      authorize: { url: 'https://' },
      token: { url: 'https://' },
    },
  },
};

/** The short name of a kind of sign-in. */
export function signInName(kind: unknown): string {
  return starts[String(kind)]?.label ?? '';
}

/** How requests sign in, what a person enters for an account, and what identifies an account. */
export function SignInForm() {
  const signIn = useFieldAt(['signIn']);
  const kind = valueAt(signIn.value, ['kind']);
  return (
    <>
      <FormSection title="Sign-in">
        <NativeSelect
          id={signIn.id}
          label="Kind"
          data={Object.entries(starts).map(([value, { label }]) => ({ value, label }))}
          value={typeof kind === 'string' ? kind : ''}
          error={signIn.fault}
          onChange={({ currentTarget }) => signIn.set(starts[currentTarget.value]!.start)}
        />
        {kind === 'key' && <KeyFields />}
        {kind === 'basic' && (
          <>
            <TextAt at={['signIn', 'username']} label="User name" isRequired isCode />
            <TextAt at={['signIn', 'password']} label="Password" isRequired isCode />
          </>
        )}
        {kind === 'bearer' && (
          <>
            <TextAt at={['signIn', 'token']} label="Token" isRequired isCode />
            <TextAt at={['signIn', 'scheme']} label="Word before the token" placeholder="Bearer" />
          </>
        )}
        {kind === 'aws4' && (
          <>
            <TextAt at={['signIn', 'service']} label="Service" isRequired isCode />
            <TextAt at={['signIn', 'region']} label="Region" isRequired isCode />
            <TextAt at={['signIn', 'accessKeyId']} label="Access key id" isRequired isCode />
            <TextAt at={['signIn', 'secretAccessKey']} label="Secret access key" isRequired isCode />
            <TextAt at={['signIn', 'sessionToken']} label="Session token" isCode />
          </>
        )}
        {kind === 'oauth2' && <OAuthFields />}
      </FormSection>
      <FormSection title="Account" note="What a person enters, and how the account is named.">
        <JsonAt
          at={['account', 'fields']}
          label="Fields"
          hint="A list of { name, label, description, secret }; templates read them as account.name."
        />
        <TextAt at={['account', 'label']} label="Name of the account" isCode />
        <TextAt
          at={['account', 'externalId']}
          label="Its id at the service"
          hint="As webhooks name it, such as {{test.body.id}}."
          isCode
        />
      </FormSection>
      <FormSection title="Test request" note="It succeeds only if the account can sign in.">
        <JsonAt
          at={['test']}
          label="Request"
          hint="Such as { method: GET, path: /me }. Its answer is “test” in templates."
        />
      </FormSection>
    </>
  );
}

function KeyFields() {
  const where = useFieldAt(['signIn', 'in']);
  return (
    <>
      <ChoiceAt
        at={['signIn', 'in']}
        label="The key goes into"
        options={[
          { value: 'header', label: 'A header' },
          { value: 'query', label: 'A query parameter' },
          { value: 'path', label: 'The start of the path' },
        ]}
      />
      {where.value !== 'path' && <TextAt at={['signIn', 'name']} label="Name of the header or parameter" isCode />}
      <TextAt at={['signIn', 'value']} label="Value" isRequired isCode />
    </>
  );
}

function OAuthFields() {
  const grant = useFieldAt(['signIn', 'grant']);
  const optionalScopes = useFieldAt(['signIn', 'optionalScopes']);
  return (
    <Stack gap="sm">
      <ChoiceAt
        at={['signIn', 'grant']}
        label="Who agrees"
        options={[
          { value: 'authorizationCode', label: 'A person, in the browser' },
          { value: 'clientCredentials', label: 'Nobody: the client signs in by itself' },
        ]}
      />
      {grant.value === 'authorizationCode' && (
        <>
          <TextAt at={['signIn', 'authorize', 'url']} label="Address of the page to agree" isRequired isCode />
          <SwitchAt at={['signIn', 'pkce']} label="PKCE" hint="Off only if the service refuses it." standard />
        </>
      )}
      <TextAt at={['signIn', 'token', 'url']} label="Address for tokens" isRequired isCode />
      <ChoiceAt
        at={['signIn', 'token', 'client']}
        label="The client shows who it is"
        standard="body"
        options={[
          { value: 'body', label: 'With parameters' },
          { value: 'basic', label: 'With Basic' },
          { value: 'none', label: 'Not at all' },
        ]}
      />
      <ListAt at={['signIn', 'scopes']} label="Scopes" hint="Always requested." />
      {/* With client credentials nobody chooses; those that are there can be removed. */}
      {(grant.value === 'authorizationCode' || optionalScopes.value !== undefined) && <OptionalScopes />}
      <JsonAt at={['signIn', 'refresh']} label="Refresh" hint="If it differs from the request for tokens." />
      <JsonAt at={['signIn', 'revoke']} label="Revoke" hint="The request that ends the access at the service." />
      <JsonAt at={['signIn', 'carry']} label="How requests carry the token" hint="As a bearer token if empty." />
      <JsonAt at={['signIn', 'keep']} label="Values to keep from the sign-in" />
    </Stack>
  );
}
