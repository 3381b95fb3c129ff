import type { ActionStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findUnknown, notInstalled } from './known-names.ts';

export const action = defineStepKind<ActionStep>({
  kind: 'action',
  name: 'Action',
  description: 'Runs an action of a connector; the output is what the action declares as its output.',
  schema: {
    title: 'ActionStep',
    required: ['connector', 'action', 'input'],
    properties: {
      connector: { $ref: '#/$defs/connectorId' },
      action: { $ref: '#/$defs/declaredName', description: "The connector's action." },
      account: { $ref: '#/$defs/accountChoice' },
      input: {
        type: 'object',
        additionalProperties: true,
        maxProperties: 200,
        description: "The action's inputs by name. Texts, including those in lists and objects, are templates.",
      },
    },
    examples: [
      {
        id: 'comment',
        kind: 'action',
        connector: 'github',
        action: 'comment-on-issue',
        input: { number: '{{trigger.payload.issue.number}}' },
      },
    ],
  },
  templates: ['input'],
  summary: (step) => `${step.connector}, ${step.action}`,
  accounts: ({ connector, account = connector }) => [{ name: account, connector }],
  async findMistakes(step, lookup) {
    const released = await lookup.connector(step.connector);
    if (released === undefined) return [notInstalled(step.connector)];
    const declared = released.actions[step.action];
    const allowed = Object.keys(released.actions);
    if (declared === undefined) return findUnknown(['action'], { name: step.action, allowed, what: 'action' });
    const { properties, required = [] } = declared.input;
    const known = Object.keys(properties);
    const missing = required.filter((name) => !Object.hasOwn(step.input, name));
    return [
      ...Object.keys(step.input).flatMap((name) =>
        findUnknown(['input', name], { name, allowed: known, what: 'input' }),
      ),
      ...missing.map((name) => {
        const detail = `the action "${step.action}" needs the input "${name}"`;
        return { path: ['input'], code: 'missing_key', detail };
      }),
    ];
  },
  async plan(step, lookup) {
    const released = await lookup.connector(step.connector);
    const { upload, quick = false } = released?.actions[step.action] ?? {};
    return upload !== undefined ? 'file' : quick ? 'request' : 'long';
  },
});
