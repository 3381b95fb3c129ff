import type { Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import type { Logger } from 'pino';
import { failureFrom, isCalledOff, readFailure } from './failure-from.ts';

/** Logs what an activity throws, and turns it into what Temporal may keep. */
export function createActivityInterceptor(logger: Logger): (context: Context) => ActivityInterceptors {
  return (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          if (isCalledOff(error)) throw error;
          const { activityType, workflowExecution, attempt } = context.info;
          const code = readFailure(error).code;
          const about = { activity: activityType, workflowId: workflowExecution?.workflowId, attempt, code };
          // Only what nobody expects brings its stack: the others are for the person who reads the run.
          if (code === 'internal') logger.error({ ...about, err: error }, 'an activity failed');
          else logger.info(about, 'an activity failed');
          throw failureFrom(error);
        }
      },
    },
  });
}
