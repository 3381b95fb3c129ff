import { ChoiceAt, JsonAt, ListAt, TextAt } from './fields.tsx';
import { FormSection } from './FormSection.tsx';

/** What a delivery of the service says, and how requests that only verify the address are answered. */
export function WebhookForm() {
  return (
    <>
      <FormSection title="Webhook">
        <TextAt at={['label']} label="Name" isRequired />
        <TextAt at={['description']} label="How to set it up at the service" isLong />
      </FormSection>
      <FormSection title="Delivery" note="Templates over event.headers, event.query and event.body.">
        <ListAt at={['event']} label="Event" hint="The first that is present." />
        <ListAt at={['deliveryId']} label="Delivery id" hint="Stays the same when the service repeats a delivery." />
        <ChoiceAt
          at={['missingId']}
          label="A delivery without an id"
          options={[
            { value: 'run', label: 'Always runs' },
            { value: 'refuse', label: 'Is refused' },
            { value: 'hashBody', label: 'Is told from others by its body' },
          ]}
        />
        <ListAt
          at={['account']}
          label="Account"
          hint="The account at the service; or “address”: only the address of an account says it."
        />
        <TextAt at={['formField']} label="Form field with the JSON" isCode />
        <JsonAt at={['split']} label="One delivery with several events" hint="The path of their list." />
      </FormSection>
      <FormSection title="Handshake and answers">
        <JsonAt
          at={['handshake']}
          label="Requests that only verify the address"
          hint="A list of { method, when, answer }. They start nothing."
        />
        <JsonAt at={['ignore']} label="Deliveries to ignore" hint="A list of { when, reason }." />
        <JsonAt at={['match']} label="Deliveries that this webhook takes" hint="If the connector has several." />
        <JsonAt at={['answer']} label="Answer" hint="200 without a body if empty." />
      </FormSection>
      <FormSection title="Subscription" note="How Tallyhook asks the service for deliveries.">
        <JsonAt at={['subscribe']} label="Subscribe" />
        <JsonAt at={['renew']} label="Renew" />
        <JsonAt at={['unsubscribe']} label="Unsubscribe" />
      </FormSection>
    </>
  );
}
