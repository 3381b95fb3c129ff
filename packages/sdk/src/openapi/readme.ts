import type { Connector } from '@tallyhook/schemas';
import type { MadeActions } from './model.ts';

/** Writes README.md: how to link an account, and the actions with their inputs. */
export function writeReadme(connector: Connector, made: MadeActions): string {
  return [`# ${connector.name}`, ...aboutAccount(connector), '## Actions', table(made)].join('\n\n') + '\n';
}

function aboutAccount({ id, account }: Connector): string[] {
  if (account === undefined) return [];
  const fields = account.fields.map(({ name, label, description }) => {
    return `- \`${name}\`: ${label}${description === undefined ? '' : `. ${oneLine(description)}`}`;
  });
  const options = account.fields.map(({ name }) => `--field ${name}=…`).join(' ');
  return ['## Link an account', fields.join('\n'), `\`\`\`sh\ntallyhook accounts link ${id} ${options}\n\`\`\``];
}

function table(made: MadeActions): string {
  const rows = [...made].map(([name, { action }]) => {
    const { required = [], properties } = action.input;
    const inputs = Object.keys(properties).map((input) => `\`${input}\`${required.includes(input) ? '' : '?'}`);
    return `| \`${name}\` | ${cell(action.label)} | ${inputs.join(', ')} |`;
  });
  return ['| Action | What it does | Inputs (? = optional) |', '| --- | --- | --- |', ...rows].join('\n');
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
