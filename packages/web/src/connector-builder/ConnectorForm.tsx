import { ListAt, TextAt, JsonAt } from './fields.tsx';
import { FormSection } from './FormSection.tsx';
import { PairsAt } from './PairsAt.tsx';

/** What `connector.json` says apart from the sign-in. */
export function ConnectorForm() {
  return (
    <>
      <FormSection title="Connector">
        <TextAt at={['name']} label="Name" isRequired />
        <TextAt at={['description']} label="What it can be used for" isLong />
        <ListAt at={['categories']} label="Categories" hint="Where the marketplace lists it; tools if empty." />
      </FormSection>
      <FormSection title="Requests" note="What all requests share.">
        <ListAt at={['hosts']} label="Hosts" hint="Requests go to these and to no others." />
        <TextAt at={['request', 'baseUrl']} label="Base address" placeholder="https://api.example.com/v1" isCode />
        <PairsAt at={['request', 'headers']} label="Headers" one="header" />
        <PairsAt at={['request', 'query']} label="Query parameters" one="parameter" />
      </FormSection>
      <FormSection title="Limits and errors">
        <JsonAt at={['rateLimit']} label="Rate limit" hint="limit, windowMs, scope; or how answers report it." />
        <JsonAt at={['errors']} label="Errors" hint="What failed answers mean, for all actions." />
        <JsonAt at={['retry']} label="Sending again" hint="status, attempts, wait." />
      </FormSection>
    </>
  );
}
