import { readType } from '@tallyhook/store/types';
import { nameAuthors } from '../branches/name-values.ts';
import { defineRoute } from '../route.ts';

export const getType = defineRoute({
  method: 'get',
  path: '/api/types/:name',
  access: 'read',
  summary: 'Returns a record type with its revision, which a change of it can name, and who changed it last.',
  answer: 'TypeVersion',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const found = await readType(store, branch, request.params.name);
    const { changedBy } = found;
    if (changedBy === undefined) return found;
    const changedByName = (await nameAuthors(store, branch, [changedBy]))[changedBy];
    return { ...found, ...(changedByName !== undefined && { changedByName }) };
  },
});
