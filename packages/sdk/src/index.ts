// Compiling connectors.
export { canonicalJson, digest } from './compile/canonical-json.ts';
export { explainCode, sourceProblemCodes } from './compile/codes/index.ts';
export type { SourceProblemCode } from './compile/codes/index.ts';
export { completeTemplate } from './compile/complete-template.ts';
export { compileConnector, compileWithoutFixtures } from './compile/compile-connector.ts';
export type { CompileResult, NamedFixture } from './compile/compile-connector.ts';
export { showControls } from './compile/show-controls.ts';
export { formatProblems, problemFormats } from './compile/format-problems.ts';
export type { ProblemFormat } from './compile/format-problems.ts';
export { findJsonMistake, findRepeatedKeys } from './compile/parse-json.ts';
export {
  isConnectorFile,
  isFolderPath,
  maxFileBytes,
  maxFiles,
  partFolders,
  readFolder,
} from './compile/read-folder.ts';
export type { SourceTexts } from './compile/read-folder.ts';
export { readPackage, sourceTexts } from './compile/read-package.ts';
export { repeatedId } from './compile/repeated-id.ts';
export { reservedNames } from './compile/roots.ts';
export type { SourceProblem } from './compile/source-problem.ts';
export { shortSecrets } from './recording/find-secrets.ts';
export { coverageOf } from './fixtures/coverage.ts';
export type { CoverageTarget } from './fixtures/coverage.ts';
export { compareRequests, distanceTo } from './fixtures/compare-requests.ts';
export { deliveryOf } from './fixtures/play-fixture.ts';
export { rewriteJson } from './fixtures/rewrite-json.ts';
export { runFixture } from './fixtures/run-fixture.ts';
export { runUpload } from './fixtures/run-upload.ts';
export type { RunUploadOptions } from './fixtures/run-upload.ts';
export { updateFixture } from './fixtures/update-fixture.ts';
export type { UpdatedFixture } from './fixtures/update-fixture.ts';
export { leaveOutCredentials } from './recording/credential-forms.ts';
export { maskSentCredentials, namesCredential, namesSentCredential } from './recording/credential-names.ts';
export { hideSecrets } from './recording/hide-secrets.ts';
export { schemaOfFixture } from './recording/fixture-schema.ts';
export { describeCalls, makeFixture, secretsInCalls } from './recording/make-fixture.ts';
export type { RecordedFixture, Recording } from './recording/make-fixture.ts';
export { makeWebhookFixture, secretsInDelivery } from './recording/make-webhook-fixture.ts';
export type { MadeWebhookFixture } from './recording/make-webhook-fixture.ts';
export { observeHttp } from './recording/observe-http.ts';
export type { ObservedCall } from './recording/observe-http.ts';
export type { ConnectorPackage } from '@tallyhook/schemas';

export { comparePackages, nextVersions, stepBetween } from './compare/compare-packages.ts';
export type { Comparison, VersionStep } from './compare/compare-packages.ts';
export type { Change, ChangeWeight } from './compare/change.ts';
export { writeDocs } from './describe/write-docs.ts';
export { writeTypes } from './describe/write-types.ts';
export { makeStarter } from './starters/make-starter.ts';
export {
  fileChoices,
  signatureChoices,
  signInChoices,
  usualAnswers,
  webhookChoices,
} from './starters/starter-choices.ts';
export type { StarterAnswers } from './starters/starter-choices.ts';
export { readStarter, starterNames } from './starters/read-starter.ts';
export type { StarterName } from './starters/read-starter.ts';
export { schemaFolder } from './starters/schema-folder.ts';
export { sampleActionFixture, sampleWebhookFixture } from './samples/sample-fixture.ts';

// Running connectors.
export { ActionError, asActionError } from './action-error.ts';
export type { ActionErrorClass, ActionErrorOptions } from './action-error.ts';
export {
  accountFromValues,
  accountValueNames,
  checkAccount,
  checkGivenFields,
  describeAccount,
  testAccount,
} from './runtime/accounts.ts';
export type { Answer } from './runtime/answer.ts';
export { ownHosts } from './runtime/address.ts';
export { buildRequest, readsOnly } from './runtime/build-request.ts';
export { refuseSignature, signatureKey } from './runtime/verify-signature.ts';
export type { ActionCall } from './runtime/build-request.ts';
export type { PreparedRequest } from './runtime/prepared-request.ts';
export { chooseWebhook } from './runtime/choose-webhook.ts';
export type { ChosenWebhook } from './runtime/choose-webhook.ts';
export { ownAddress, readDelivery } from './runtime/read-delivery.ts';
export type { Delivery, DeliveryEvent, ReadDelivery } from './runtime/read-delivery.ts';
export type { DeliveryAnswer } from './runtime/delivery-answer.ts';
export { HandshakeNeedsAccount, UnansweredHandshake } from './runtime/unanswered-handshake.ts';
export {
  buildSubscribeRequest,
  buildUnsubscribeRequest,
  renew,
  subscribe,
  subscriptionEnd,
  unsubscribe,
} from './runtime/subscription.ts';
export type { SubscriptionCall, SubscriptionWay } from './runtime/subscription.ts';
export { redactText, redactValue, secretsOf, spellings } from './runtime/redact.ts';
export type { AccountValues } from './runtime/redact.ts';
export { runAction } from './runtime/run-action.ts';
export { askTurn, pauseShortly, takeTurnAhead } from './runtime/take-turn.ts';
export type { AskedTurn, Pause, Turns } from './runtime/take-turn.ts';
export type { ActionOutcome, RunOptions } from './runtime/run-action.ts';

// Signing in with OAuth 2.
export { accountNames, secretNames } from './sign-in/account-names.ts';
export type { NamedValue } from './sign-in/account-names.ts';
export { withOptionalScopes } from './sign-in/scopes.ts';
export { challengeOf, makeAuthorizeAddress } from './sign-in/authorize-address.ts';
export type { AuthorizeCall } from './sign-in/authorize-address.ts';
export { carriedKey } from './sign-in/carried-key.ts';
export type { CarriedKey } from './sign-in/carried-key.ts';
export {
  canReplaceEnded,
  isEnding,
  keepInMemory,
  readFreshAccount,
  refreshAccount,
  withFreshToken,
} from './sign-in/fresh-token.ts';
export { revokeToken } from './sign-in/revoke-token.ts';
export type { AccountKeeper, FreshTokenOptions } from './sign-in/fresh-token.ts';
export { readRedirect } from './sign-in/read-redirect.ts';
export { fetchToken, finishSignIn } from './sign-in/sign-in.ts';
export type { SignInWay } from './sign-in/sign-in.ts';
export { makeSignInSecrets } from './sign-in/sign-in-secrets.ts';
export { runSignInSteps } from './sign-in/sign-in-steps.ts';
export type { Choosable, StepsOptions, StepsOutcome } from './sign-in/sign-in-steps.ts';
export type { SignInCall, SignInClient } from './sign-in/sign-in-values.ts';
export { readTokenAnswer } from './sign-in/token-answer.ts';
export { buildTokenRequest } from './sign-in/token-request.ts';
export type { TokenGrant } from './sign-in/token-request.ts';

// Sending files.
export { buildUploadRequest } from './upload/build-upload-request.ts';
export { describeUpload } from './upload/describe-upload.ts';
export { handedOutAddresses } from './upload/handed-out-addresses.ts';
export type { HandedOutAddress } from './upload/handed-out-addresses.ts';
export type { UploadDescription } from './upload/describe-upload.ts';
export {
  readFinishAnswer,
  readPieceAddress,
  readProcessedAnswer,
  readStartAnswer,
  readStartStepAnswer,
  readStatusAnswer,
  readTransferAnswer,
} from './upload/read-upload-answer.ts';
export type { TransferReading } from './upload/read-progress.ts';
export { readUploadOutput } from './upload/read-upload-output.ts';
export { computeDigests } from './upload/digests.ts';
export type { DigestName, Digests, DigestsRead } from './upload/digests.ts';
export { pieceAnswer } from './upload/piece-answer.ts';
export type { PieceAnswer } from './upload/piece-values.ts';
export { maxInlineBytes, refuseFile } from './upload/refuse-file.ts';
export type {
  Piece,
  StartStepPhase,
  UploadCall,
  UploadFile,
  UploadPhase,
  UploadRequest,
} from './upload/upload-call.ts';
export type { Received, UploadFailure } from './upload/upload-failure.ts';
export type { StatusContext, UploadContext } from './upload/upload-values.ts';

// HTTP client.
export { createHttp } from './http/create-http.ts';
export type { HttpOptions } from './http/create-http.ts';
export type { Http, HttpRequest, HttpResponse, HttpStreamRequest, RequestSigning } from './http/http.ts';
export { parseRoutes } from './http/routes.ts';
export type { Route } from './http/routes.ts';

// Templates, also for the inputs of workflow steps.
export { renderOptionalText, renderStructure, renderTemplate, renderText } from './templates/render.ts';
export { any, objectOf, scalar } from './templates/shapes.ts';
export type { Roots, Shape } from './templates/shapes.ts';
export { workflowFilters } from './templates/filters.ts';
export { compileTemplate } from './templates/template.ts';
export type { Rendered, RenderOptions, Template, TemplateOptions } from './templates/template.ts';
export type { TemplateProblem, TemplateProblemCode } from './templates/template-problem.ts';
export { checkWorkflow } from './workflows/check-workflow.ts';
export { runOffline } from './workflows/run-offline.ts';
export type { OfflineRun, OfflineStep } from './workflows/run-offline.ts';
export { findWorkflowMistakes, testWorkflow } from './workflows/test-workflow.ts';
export type { TestedWorkflow } from './workflows/test-workflow.ts';

// Compiling apps.
export { compileApp, packApp, readAppPackage } from './apps/compile-app.ts';
