import {
  actionSchema,
  answerSchema,
  appSchema,
  connectorPackageSchema,
  connectorSchema,
  dashboardSchema,
  problemKinds,
  questionSchema,
  reportSchema,
  requestSchema,
  webhookSchema,
  workflowSchema,
  type RecordType,
} from '@tallyhook/schemas';
import { describeAnswers } from './answers/index.ts';
import { componentRef } from './answers/parts.ts';
import { describeQuestions } from './describe-questions.ts';

/** The schema files that others name, and what they are called in the document. */
const files: Record<string, { name: string; schema: object }> = {
  'question.schema.json': { name: 'Question', schema: questionSchema },
  'answer.schema.json': { name: 'Answer', schema: answerSchema },
  'report.schema.json': { name: 'Report', schema: reportSchema },
  'dashboard.schema.json': { name: 'Dashboard', schema: dashboardSchema },
  'workflow.schema.json': { name: 'Workflow', schema: workflowSchema },
  'app.schema.json': { name: 'App', schema: appSchema },
  'connector-package.schema.json': { name: 'ConnectorPackage', schema: connectorPackageSchema },
  'connector.schema.json': { name: 'Connector', schema: connectorSchema },
  'action.schema.json': { name: 'ConnectorAction', schema: actionSchema },
  'webhook.schema.json': { name: 'ConnectorWebhook', schema: webhookSchema },
  'request.schema.json': { name: 'ConnectorRequest', schema: requestSchema },
};

/** The schemas of the document; with the types of a branch, a question is one about one of them. */
export function describeComponents(types: readonly RecordType[] | undefined): Record<string, object> {
  const shared = Object.values(files).map(({ name, schema }) => [name, toOpenApi(schema, name)] as const);
  const components: Record<string, object> = {
    ...Object.fromEntries(shared),
    ...describeAnswers(types),
    Problem: problemSchema,
  };
  // What /api/query takes: any question, or one about a type of the branch.
  if (types === undefined || types.length === 0) return { ...components, AskedQuestion: componentRef('Question') };
  return { ...components, ...describeQuestions(types) };
}

/** Keywords that only our own tools read; a property may be called so. */
const ownKeywords = ['antiExamples', 'expected', 'tsType', 'tagValues', '$id', '$schema'];
const maps = ['properties', '$defs'];

/** A schema of ours as a part of the document; `name` is the component that it is. */
export function toOpenApi(schema: object, name = ''): object {
  const convert = (node: unknown, isMap: boolean): unknown => {
    if (Array.isArray(node)) return node.map((one) => convert(one, false));
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => isMap || !ownKeywords.includes(key));
    return Object.fromEntries(
      kept.map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, refOf(value, name)]
          : [key, convert(value, !isMap && maps.includes(key))],
      ),
    );
  };
  return convert(schema, false) as object;
}

/** `#/$defs/a` and `report.schema.json#/$defs/a` as references into the document. */
function refOf(ref: string, name: string): string {
  const [file = '', pointer = ''] = ref.replace(/^\.\//, '').split('#');
  const component = file === '' ? name : files[file]?.name;
  if (component === undefined) throw new Error(`No component is made from "${file}".`);
  return `#/components/schemas/${component}${pointer}`;
}

const problemSchema = {
  description: 'A refusal (RFC 9457).',
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problemKinds) },
    detail: { type: 'string', description: 'What was given, what was expected and what to do.' },
    instance: { type: 'string', description: 'The id of the request.' },
    errors: { type: 'array', items: componentRef('Mistake') },
  },
  required: ['type', 'title', 'status', 'code', 'detail'],
};
