import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';

/** Begins a workflow as a draft and opens it in the builder. Its mistakes show there. */
export function useBeginWorkflow() {
  const place = usePlace();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();

  async function begin(definition: object & { name?: unknown }) {
    const workflowId = newWorkflowId();
    try {
      const name = typeof definition.name === 'string' && definition.name !== '' ? definition.name : 'Workflow';
      await call(place, 'PUT /api/workflows/:id/draft', {
        ...{ path: { id: workflowId }, body: { name, definition: { ...definition } } },
      });
      await navigate({ to: '/workflows/$workflowId', params: { workflowId } });
    } catch (error) {
      setFailure(error);
    }
  }

  return { begin, failure, setFailure };
}

/** 24 hex digits, as the service makes its ids. */
function newWorkflowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
