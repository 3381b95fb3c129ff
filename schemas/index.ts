export { Problem, problemDocument, problemKinds } from './problem.ts';
export type { ProblemCode, ProblemDetail, ProblemDocument, ProblemKind, ProblemOptions } from './problem.ts';
export { fieldKinds, people, systemFields } from './record-type.ts';
export type { Field, FieldKind, FieldOption, RecordType } from './record-type.ts';
export { fold, listNames, nearest } from './nearest.ts';
export { nameOfKey, recordLabel } from './record-label.ts';
export { drawingKeys, questionPartOf } from './report-drawing.ts';
export { groupsWithPeriods, nameOfGroup } from './report-periods.ts';
export { fromPointer, toPointer } from './pointer.ts';
export { describeFinding, didYouMean, toMistake } from './describe-finding.ts';
export type { SchemaMistake } from './describe-finding.ts';
export type { SchemaFinding, SchemaMistakeCode } from './schema-errors.ts';
export { createSchemaCheck, createValidator, maxMistakes } from './validate.ts';
export type { SchemaCheck, Validator } from './validate.ts';
export type {
  ActionStep,
  AddressTrigger,
  AskPersonStep,
  ButtonTrigger,
  CalledTrigger,
  CallWorkflowStep,
  ConditionStep,
  ConnectorTrigger,
  CreateRecordStep,
  DeleteRecordStep,
  FindRecordsStep,
  ForEachStep,
  HttpRequestStep,
  QueryStep,
  RecordChangedTrigger,
  RunReportStep,
  ScheduleTrigger,
  StopStep,
  TellPersonStep,
  UpdateRecordStep,
  WaitForDeliveryStep,
  WaitStep,
  Workflow,
  WorkflowComparison,
  WorkflowCondition,
  WorkflowInput,
  WorkflowLimits,
  WorkflowStep,
  WorkflowTest,
  WorkflowTestComparison,
  WorkflowTrigger,
} from './generated/workflow.ts';
export { default as appSchema } from './app.schema.json' with { type: 'json' };
export type { App, FieldDeclaration, RecordTypeDeclaration } from './generated/app.ts';
export { default as numberFormatSchema } from './number-format.schema.json' with { type: 'json' };
export type { NumberFormat } from './generated/number-format.ts';
export { default as actionSchema } from './action.schema.json' with { type: 'json' };
export { default as connectorPackageSchema } from './connector-package.schema.json' with { type: 'json' };
export { default as connectorSchema } from './connector.schema.json' with { type: 'json' };
export { default as fixtureSchema } from './fixture.schema.json' with { type: 'json' };
export { default as requestSchema } from './request.schema.json' with { type: 'json' };
export { default as webhookSchema } from './webhook.schema.json' with { type: 'json' };
export type {
  ActionAnnotations,
  ActionInput,
  AlreadyThere,
  ConfirmedPosition,
  ConnectorAction,
  ConnectorUpload,
  UploadStartStep,
  Pagination,
  ValueSchema,
} from './generated/action.ts';
export type { ConnectorPackage } from './generated/connector-package.ts';
export type {
  AccountField,
  Authorize,
  CarriedToken,
  Connector,
  ConnectorAccount,
  ExpiredToken,
  OAuthSignIn,
  RefreshRequest,
  SharedRequest,
  SignIn,
  SignInStep,
  TokenPaths,
  TokenRequest,
} from './generated/connector.ts';
export type {
  ActionExpectation,
  ActionFixture,
  Exchange,
  Fixture,
  FixtureFile,
  FixtureHook,
  RenewFixture,
  SignInExpectation,
  SignInFixture,
  SubscribeExpectation,
  SubscribeFixture,
  UnsubscribeExpectation,
  UnsubscribeFixture,
  WebhookExpectation,
  WebhookFixture,
} from './generated/fixture.ts';
export type {
  BodyPart,
  Condition,
  ErrorRule,
  ErrorRules,
  HeadersFrom,
  Kept,
  KeptValue,
  RateLimit,
  Request,
  RequestBody,
  RequestHeaders,
  RetryRule,
  Success,
  WaitHeader,
} from './generated/request.ts';
export type {
  ConnectorWebhook,
  Handshake,
  Ignore,
  SignaturePlace,
  SignedText,
  SignedTimestamp,
  Subscribe,
  WebhookAnswer,
  WebhookSignature,
} from './generated/webhook.ts';
export { default as answerSchema } from './answer.schema.json' with { type: 'json' };
export { default as questionSchema } from './question.schema.json' with { type: 'json' };
export type {
  Answer,
  AnswerColumn,
  AnswerComparedRow,
  AnswerComparison,
  AnswerMeta,
  AnswerPlan,
  AnswerRange,
  AnswerRow,
  AnswerUnfiltered,
  AnswerWarning,
} from './generated/answer.ts';
export type {
  Question,
  QuestionCondition,
  QuestionFilter,
  QuestionGroup,
  QuestionHaving,
  QuestionMeasure,
  QuestionPeriod,
  QuestionScalar,
  QuestionSort,
} from './generated/question.ts';
export type { WorkflowTestCase, WorkflowTestExpectation, WorkflowTests } from './generated/workflow-tests.ts';
export { default as workflowTestsSchema } from './workflow-tests.schema.json' with { type: 'json' };
export { default as workflowSchema } from './workflow.schema.json' with { type: 'json' };
export { default as reportSchema } from './report.schema.json' with { type: 'json' };
export type { Report, ReportGoal } from './generated/report.ts';
export { default as dashboardSchema } from './dashboard.schema.json' with { type: 'json' };
export { default as viewSchema } from './view.schema.json' with { type: 'json' };
export type { View, ViewSort, ViewSortStep } from './generated/view.ts';
export type { Dashboard, DashboardCondition, DashboardTile } from './generated/dashboard.ts';
