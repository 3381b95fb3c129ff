import type { EditedWorkflow } from '../workflow-builder/tree.ts';

/** A workflow to begin with. What it leaves open shows as problems in the builder. */
export interface WorkflowTemplate {
  title: string;
  hint: string;
  definition: EditedWorkflow;
}

/** The templates, the empty workflow first. Those with services use connectors that ship with the product. */
export const workflowTemplates: readonly WorkflowTemplate[] = [
  {
    title: 'Empty workflow',
    hint: 'A button, and no steps yet.',
    definition: { name: 'New workflow', trigger: { kind: 'button' }, steps: [] },
  },
  {
    title: 'Answer new GitHub issues',
    hint: 'GitHub: count the open tickets of a report and comment; tell Slack if there are many.',
    definition: {
      name: 'Count open tickets on a new issue',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: [
        { id: 'open', kind: 'runReport', name: 'Open tickets', report: '' },
        {
          id: 'comment',
          kind: 'action',
          name: 'Comment on the issue',
          connector: 'github',
          action: 'comment-on-issue',
          input: {
            owner: '{{trigger.payload.repository.owner.login}}',
            repository: '{{trigger.payload.repository.name}}',
            number: '{{trigger.payload.issue.number}}',
            body: 'Thanks! There are {{steps.open.output.overall.count}} open tickets.',
          },
        },
        {
          id: 'many',
          kind: 'condition',
          name: 'More than ten?',
          if: { left: '{{steps.open.output.overall.count}}', op: 'gt', right: 10 },
          then: [
            {
              id: 'tell',
              kind: 'action',
              name: 'Tell the team',
              connector: 'slack',
              action: 'post-message',
              input: { channel: '', text: '{{steps.open.output.overall.count}} tickets are open.' },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'Make tickets from GitHub issues',
    hint: 'GitHub: a ticket for each new issue, unless it is there already.',
    definition: {
      name: 'Tickets from GitHub issues',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: [
        {
          id: 'same',
          kind: 'findRecords',
          type: 'ticket',
          filter: { field: 'title', op: 'eq', value: '{{trigger.payload.issue.title}}' },
          limit: 1,
        },
        {
          id: 'unlessThere',
          kind: 'condition',
          name: 'Is it new?',
          if: { left: '{{steps.same.output.count}}', op: 'eq', right: 0 },
          then: [
            {
              id: 'ticket',
              kind: 'createRecord',
              type: 'ticket',
              fields: { title: '{{trigger.payload.issue.title}}', status: 'open' },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'Weekly report to Slack',
    hint: 'Slack: the number of a report every Monday morning.',
    definition: {
      name: 'Weekly report',
      trigger: { kind: 'schedule', at: '08:00', days: ['monday'] },
      steps: [
        { id: 'report', kind: 'runReport', report: '' },
        {
          id: 'post',
          kind: 'action',
          connector: 'slack',
          action: 'post-message',
          input: { channel: '', text: 'This week: {{steps.report.output.overall.count}}' },
        },
      ],
    },
  },
  {
    title: 'Tell Slack about paid invoices',
    hint: 'Stripe and Slack: a message for each paid invoice.',
    definition: {
      name: 'Paid invoices',
      trigger: { kind: 'connector', connector: 'stripe', events: ['invoice.paid'] },
      steps: [
        {
          id: 'post',
          kind: 'action',
          connector: 'slack',
          action: 'post-message',
          input: { channel: '', text: 'Paid: {{trigger.payload.data.object.number}}' },
        },
      ],
    },
  },
  {
    title: 'Approve refunds',
    hint: 'Stripe: a person decides about each refund.',
    definition: {
      name: 'Approve refunds',
      trigger: {
        kind: 'button',
        label: 'Ask for a refund',
        inputs: [
          { name: 'payment', label: 'Payment', kind: 'text', required: true },
          { name: 'reason', label: 'Reason', kind: 'text' },
        ],
      },
      steps: [
        {
          id: 'approval',
          kind: 'askPerson',
          message: "Refund {{trigger.inputs.payment}}? {{trigger.inputs.reason|default ''}}",
          inputs: [
            { name: 'verdict', label: 'Verdict', kind: 'choice', options: ['Refund', 'Refuse'], required: true },
          ],
          within: '2d',
        },
        {
          id: 'ifApproved',
          kind: 'condition',
          if: { left: '{{steps.approval.output.values.verdict}}', op: 'eq', right: 'Refund' },
          then: [
            {
              id: 'refund',
              kind: 'action',
              connector: 'stripe',
              action: 'refund-payment',
              input: { paymentIntent: '{{trigger.inputs.payment}}' },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'Orders into a spreadsheet',
    hint: 'Shopify and Google Sheets: a row for each order.',
    definition: {
      name: 'Orders into a spreadsheet',
      trigger: { kind: 'connector', connector: 'shopify', events: ['orders/create'] },
      steps: [
        {
          id: 'row',
          kind: 'action',
          connector: 'google-sheets',
          action: 'append-rows',
          input: {
            spreadsheet: '',
            range: 'Sheet1!A1',
            rows: [['{{trigger.payload.name}}', '{{trigger.payload.total_price}}', '{{trigger.payload.created_at}}']],
          },
        },
      ],
    },
  },
  {
    title: 'Contacts from a web form',
    hint: 'HubSpot: a contact for each request to the own address.',
    definition: {
      name: 'Contacts from a web form',
      trigger: { kind: 'address' },
      steps: [
        {
          id: 'contact',
          kind: 'action',
          connector: 'hubspot',
          action: 'create-contact',
          input: { email: '{{trigger.payload.email}}' },
        },
      ],
    },
  },
  {
    title: 'Support tickets from done work',
    hint: 'Zendesk: a ticket when a record is marked as done.',
    definition: {
      name: 'Follow up done work',
      trigger: {
        kind: 'recordChanged',
        type: 'ticket',
        on: ['update'],
        fields: ['status'],
        conditions: [{ path: 'record.fields.status', op: 'eq', value: 'done' }],
      },
      steps: [
        {
          id: 'ticket',
          kind: 'action',
          connector: 'zendesk',
          action: 'create-ticket',
          input: { subject: 'Done: {{trigger.record.fields.title}}', text: 'Please check it with the customer.' },
        },
      ],
    },
  },
  {
    title: 'Daily post',
    hint: 'Mastodon: post what a record says, every day.',
    definition: {
      name: 'Daily post',
      trigger: { kind: 'schedule', at: '09:00' },
      steps: [
        {
          id: 'note',
          kind: 'findRecords',
          type: 'note',
          limit: 1,
        },
        {
          id: 'post',
          kind: 'action',
          connector: 'mastodon',
          action: 'post-status',
          input: { text: '{{steps.note.output.first.fields.title}}' },
        },
      ],
    },
  },
];
