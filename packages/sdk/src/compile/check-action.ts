import type { ConnectorAction, ConnectorUpload } from '@tallyhook/schemas';
import { checkAnnotations } from './check-annotations.ts';
import { checkErrors, checkRetry } from './check-errors.ts';
import { checkIdempotencyHeader } from './check-header-names.ts';
import { checkInput } from './check-input.ts';
import { checkPagination } from './check-pagination.ts';
import { checkRequest } from './check-request.ts';
import { checkNeededScopes } from './check-scopes.ts';
import { checkUpload, type RootsWith } from './check-upload.ts';
import { any, type Roots, scalar } from '../templates/shapes.ts';
import type { CheckContext } from './context.ts';
import { textsIn } from './texts-in.ts';
import { accountRoots, inputRoots, nowRoot, pageRoots, uploadRoots } from './roots.ts';

/** Checks an action file beyond its schema. */
export function checkAction(outer: CheckContext, action: ConnectorAction): void {
  let mistakes = 0;
  const context: CheckContext = {
    ...outer,
    report: (path, finding) => {
      if (finding.severity !== 'warning') mistakes++;
      outer.report(path, finding);
    },
  };
  const { pagination } = action;
  const upload = action.upload && withAddress(action.upload);
  checkInput(context, action.input, {
    fileInput: upload && (Object.hasOwn(action.input.properties, upload.file) ? upload.file : 'file'),
    reserved: [
      ...(pagination === undefined ? [] : ['page', 'items']),
      ...(upload?.processed === undefined ? [] : ['finish']),
    ],
  });
  const inputs = inputRoots(action.input);
  const rootsWith: RootsWith = (roots) => ({
    open: { ...inputs, ...accountRoots(context.connector, { secrets: false }), ...roots },
    withSecrets: { ...inputs, ...accountRoots(context.connector, { secrets: true }), ...roots },
  });
  const own = upload === undefined ? { ...nowRoot, ...keyRoot(action) } : uploadRoots(upload, 'own');
  const templates = [
    ...checkRequest(context, ['request'], action.request, rootsWith({ ...own, ...pageRoots(pagination) }), {
      // If the body cannot hold the file, the check of the body reports it.
      carriesFile: upload !== undefined && upload.to === undefined,
      ...(pagination !== undefined && { outputRoots: { items: { kind: 'list', item: any } } }),
    }),
    ...(upload === undefined ? [] : checkUpload(context, action, upload, rootsWith)),
  ];
  checkRepeatable(context, action);
  checkNeededScopes(context, ['scopes'], action.scopes);
  checkIdempotencyHeader(context, action);
  // In an upload, each request declares its own success.
  checkErrors(context, action.errors, upload === undefined ? [action.request] : []);
  checkRetry(context, action);
  checkAnnotations(context, action);
  if (pagination !== undefined) checkPagination(context, action, { pagination, templates, isRead: mistakes === 0 });
  // An unreadable template uses nothing, so "unused" would only be an echo of that mistake.
  if (mistakes > 0) return;
  const used = new Set(templates.flatMap(({ paths }) => paths.map(({ segments }) => segments[0]!.name)));
  if (upload !== undefined) used.add(upload.file);
  for (const name of Object.keys(action.input.properties)) {
    if (used.has(name)) continue;
    reportUnused(context, action, name);
  }
}

/** The idempotency key, unless an input has its name. */
function keyRoot({ input }: ConnectorAction): Roots {
  return Object.hasOwn(input.properties, 'idempotencyKey') ? {} : { idempotencyKey: scalar };
}

/**
 * Reports an unused input. If its bare name appears in a text of a request, the warning points there: the braces are
 * probably missing.
 */
function reportUnused(context: CheckContext, { request, upload }: ConnectorAction, name: string): void {
  const bare = new RegExp(`(?<![\\w.-])${name}(?![\\w-])`);
  const texts = [...textsIn(request, ['request']), ...textsIn(upload, ['upload'])];
  const found = texts.find(({ text }) => bare.test(text));
  const code = 'unused_input';
  const severity = 'warning';
  if (found === undefined) {
    const message = `no template uses the input "${name}"`;
    const finding = { code, message, hint: 'use it or remove it', severity, atKey: true } as const;
    context.report(['input', 'properties', name], finding);
    return;
  }
  const message = `"${name}" is plain text here, and no template uses the input "${name}"`;
  const hint = `write {{${name}}} to send its value, or remove the input`;
  context.report(found.path, { code, message, hint, severity, offset: found.text.search(bare) });
}

/** Adds a placeholder for a missing address, which is reported elsewhere, so that the rest can still be checked. */
function withAddress(upload: ConnectorUpload): ConnectorUpload {
  const isMissing = upload.to === undefined && upload.transfer !== undefined;
  return isMissing ? { ...upload, to: '{{start.headers.location}}' } : upload;
}

function checkRepeatable(context: CheckContext, { upload, repeatable }: ConnectorAction): void {
  if (upload === undefined || repeatable === undefined) return;
  const message = 'for an upload, the way the file is sent decides whether a request is repeated';
  context.report(['repeatable'], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
}
