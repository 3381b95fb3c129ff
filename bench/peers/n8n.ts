import { createSender, type Sender } from '../deliveries/sender.ts';

/** Webhooks of running n8n servers, by the name of their expression engine. */
export function n8nWebhooks({ N8N_URL, N8N_LEGACY_URL }: NodeJS.ProcessEnv): Record<string, string> {
  return {
    ...(N8N_URL && { n8n: N8N_URL }),
    ...(N8N_LEGACY_URL && { 'n8n, legacy engine': N8N_LEGACY_URL }),
  };
}

/** Sends the same deliveries as the product gets to a webhook. */
export function sendToWebhook(address: string): Promise<Sender> {
  const { hostname: host, port, pathname: path } = new URL(address);
  return createSender({ host, port: Number(port), path });
}
