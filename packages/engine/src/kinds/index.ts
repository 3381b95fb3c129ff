import type { WorkflowStep, WorkflowTrigger } from '@tallyhook/schemas';
import { workflowKinds } from '@tallyhook/schemas/kinds';
import { action } from './action.ts';
import { address } from './address.ts';
import { askPerson } from './ask-person.ts';
import { button } from './button.ts';
import { callWorkflow } from './call-workflow.ts';
import { called } from './called.ts';
import { condition } from './condition.ts';
import { connector } from './connector.ts';
import { findRecords } from './find-records.ts';
import { forEach } from './for-each.ts';
import { httpRequest } from './http-request.ts';
import { query } from './query.ts';
import { recordChanged } from './record-changed.ts';
import { runReport } from './run-report.ts';
import { schedule } from './schedule.ts';
import { stop } from './stop.ts';
import { tellPerson } from './tell-person.ts';
import { wait } from './wait.ts';
import { waitForDelivery } from './wait-for-delivery.ts';
import { createRecord, deleteRecord, updateRecord } from './write-record.ts';
import type { EngineKinds, StepWork, TriggerWork } from './work.ts';

/** The work of each kind that schemas/kinds declares. A missing kind is a type error. */
export const engineKinds: EngineKinds = {
  declared: workflowKinds,
  steps: {
    ...{ runReport, query, findRecords, createRecord, updateRecord, deleteRecord },
    ...{ action, httpRequest, condition, forEach, callWorkflow },
    ...{ wait, waitForDelivery, askPerson, tellPerson, stop },
  } satisfies Record<WorkflowStep['kind'], StepWork>,
  triggers: { connector, schedule, button, recordChanged, address, called } satisfies Record<
    WorkflowTrigger['kind'],
    TriggerWork
  >,
};
