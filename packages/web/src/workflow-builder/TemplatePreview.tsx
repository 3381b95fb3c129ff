import { useMemo } from 'react';
import { useBuilderData } from './builder-data.ts';
import { usePlaceInWorkflow } from './place-in-workflow.ts';
import { readableValues } from './sample-values.ts';
import { splitTemplate } from './split-template.ts';
import classes from './WorkflowBuilder.module.css';

/** A template as it reads with the sample: each value is a chip that says where it comes from. */
export function TemplatePreview({ text }: { text: string }) {
  const { sample } = useBuilderData();
  const { workflow, stepId } = usePlaceInWorkflow();
  const values = useMemo(() => readableValues(workflow, stepId, sample), [workflow, stepId, sample]);
  if (!text.includes('{{')) return null;
  return (
    <p className={classes.preview} aria-label="With the sample">
      {splitTemplate(text).map((part, index) => {
        if ('text' in part) return <span key={index}>{part.text}</span>;
        const value = values.find(({ path }) => path === part.path);
        return (
          <span key={index} className={classes.chip} title={value?.group}>
            {value?.sample ?? part.path.split('.').slice(-2).join('.')}
          </span>
        );
      })}
    </p>
  );
}
