import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionSchema, connectorSchema, fixtureSchema, requestSchema, webhookSchema } from '@tallyhook/schemas';
import { schemaFolder } from '@tallyhook/sdk';

const schemas = [connectorSchema, actionSchema, webhookSchema, fixtureSchema, requestSchema];

/** Matches a line of `validate`: file, line, column, code, warning or not, message. */
export const problemPattern = /^(.+?):(\d+):(\d+) {2}#\S* {2}(\w+) {2}(?:(warning): )?(.*)$/;

/**
 * Files for editor support: schemas, named by `$schema` in each file, for completion; and a task for Visual Studio Code
 * that shows the findings of `validate` in place. `AGENTS.md` tells coding assistants how to write a connector.
 */
export function editorFiles(): Map<string, string> {
  const files = schemas.map((schema): [string, string] => [`${schemaFolder}/${schema.$id}`, write(schema)]);
  const advice = readFileSync(join(import.meta.dirname, '../../templates/AGENTS.md'), 'utf8');
  return new Map([...files, ['.vscode/tasks.json', write(tasks)], ['AGENTS.md', advice]]);
}

function write(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const tasks = {
  version: '2.0.0',
  tasks: [
    {
      label: 'tallyhook validate',
      type: 'shell',
      command: 'tallyhook validate .',
      group: { kind: 'build', isDefault: true },
      problemMatcher: {
        owner: 'tallyhook',
        fileLocation: ['relative', '${workspaceFolder}'],
        severity: 'error',
        pattern: { regexp: problemPattern.source, file: 1, line: 2, column: 3, code: 4, severity: 5, message: 6 },
      },
    },
  ],
};
