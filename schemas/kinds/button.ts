import type { ButtonTrigger } from '../generated/workflow.ts';
import { defineTriggerKind } from './kind.ts';
import { findRepeatedInputs, findUnknownType } from './known-names.ts';

/** What a run stores of the person or key that started it by hand. */
export interface ButtonStart {
  kind: 'button';
  /** A person's id or `key:<id>`. */
  by: string;
  inputs: Record<string, unknown>;
  /** The record whose page has the button. */
  record?: { type: string; id: string };
}

export const button = defineTriggerKind<ButtonTrigger, ButtonStart>({
  kind: 'button',
  name: 'Button',
  description: 'Starts a run when a person presses a button, with the inputs they give, or when a program asks for it.',
  schema: {
    title: 'ButtonTrigger',
    properties: {
      label: { type: 'string', minLength: 1, maxLength: 100, description: 'The words on the button.' },
      record: {
        $ref: '#/$defs/typeName',
        description:
          'A record type: the button is on its records, and `trigger.record` is the record it was pressed on.',
      },
      inputs: {
        type: 'array',
        maxItems: 50,
        description: 'What the person is asked for.',
        items: { $ref: '#/$defs/askedInput' },
      },
    },
    examples: [
      {
        kind: 'button',
        label: 'Send the report',
        inputs: [{ name: 'month', label: 'Month', kind: 'day', required: true }],
      },
    ],
  },
  roots: { inputs: 'any', record: 'any', by: 'single' },
  summary: ({ label, record }) => [label, record].filter(Boolean).join(', '),
  describeStart: () => ({ by: 'By hand' }),
  findMistakes: ({ record, inputs = [] }, lookup) => {
    const type = record === undefined ? [] : findUnknownType(['record'], record, lookup);
    return Promise.resolve([...type, ...findRepeatedInputs(inputs)]);
  },
});
