import { abilityOf } from './access.ts';
import type { Route } from './route.ts';

/** Whether a route adds data. Reading, deleting and signing in go on when a disk is nearly full. */
export function savesData({ method, access, path }: Pick<Route, 'method' | 'access' | 'path'>): boolean {
  if (method === 'get' || method === 'delete' || method === 'options') return false;
  const ability = abilityOf(access);
  return (
    /^\/(hooks|start|listen)\//.test(path) ||
    path === '/api/workspaces' ||
    (ability !== undefined && ability !== 'read')
  );
}
