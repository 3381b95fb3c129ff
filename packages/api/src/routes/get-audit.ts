import { listAudit } from '@tallyhook/store/audit';
import { listPeople } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

const pageSize = 100;

export const getAudit = defineRoute({
  method: 'get',
  path: '/api/audit',
  access: { person: 'manage' },
  summary: 'Lists who changed people, keys, accounts, connectors and workflows, newest first.',
  parameters: {
    action: { kind: 'text', maxLength: 64 },
    by: { kind: 'text', maxLength: 64 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'Audit',
  async handler(request, { store }) {
    const { action, by, cursor: before } = request.parameters;
    const rows = await listAudit(store, request.caller.workspaceId, { limit: pageSize + 1, before, action, by });
    const shown = rows.slice(0, pageSize);
    const ids = shown.flatMap(({ by: who, target }) => [who, target]);
    const people = await listPeople(store, [...new Set(ids)]);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return {
      rows: shown.map(({ at, action: what, by: who, target, details = {} }) => ({
        ...{ at: at.toISOString(), action: what, by: who, who: names.get(who) ?? who, target, details },
        targetName: names.get(target) ?? details['name'] ?? details['label'] ?? details['email'] ?? null,
      })),
      nextCursor: rows.length > pageSize ? shown.at(-1)!.id : null,
    };
  },
});
