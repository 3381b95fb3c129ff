import type { Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import type { Logger } from 'pino';
import { failureFrom, isCalledOff, readFailure } from './failure-from.ts';

/** Logs errors thrown by an activity and converts them into what Temporal may keep. */
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
          // Only unexpected errors are logged with their stack; the others are for the person who reads the run.
          if (code === 'internal') logger.error({ ...about, err: error }, 'an activity failed');
          else logger.info(about, 'an activity failed');
          throw failureFrom(error);
        }
      },
    },
  });
}
