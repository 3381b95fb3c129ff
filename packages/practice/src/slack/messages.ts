import type { PracticeRoute } from '../play-routes.ts';
import { isText } from '../read-body.ts';
import { fail, fine, readArguments } from './answers.ts';

interface Message {
  channel: string;
  ts: string;
  text: string;
  threadTs: unknown;
  blocks: unknown;
  reactions: string[];
}

/** Every channel whose id begins with C exists, except C0MISSING. */
export function isChannel(channel: unknown): channel is string {
  return isText(channel) && /^C[A-Z0-9]{2,}$/.test(channel) && channel !== 'C0MISSING';
}

export const messageRoutes: PracticeRoute[] = [
  {
    method: 'POST',
    path: '/api/chat.postMessage',
    answer(asked, keeper) {
      const { channel, text, blocks, thread_ts: threadTs } = readArguments(asked);
      if (!isChannel(channel)) return fail('channel_not_found');
      if (!isText(text) && !Array.isArray(blocks)) return fail('no_text');
      if (blocks !== undefined && !Array.isArray(blocks)) return fail('invalid_blocks_format');
      if (threadTs !== undefined && !(isText(threadTs) && /^\d{10}\.\d{6}$/.test(threadTs)))
        return fail('invalid_thread_ts');
      const ts = `1503435956.${String(keeper.nextNumber()).padStart(6, '0')}`;
      keeper.add<Message>('messages', { channel, ts, text: isText(text) ? text : '', threadTs, blocks, reactions: [] });
      return fine({ channel, ts, message: { type: 'message', text, ts } });
    },
  },
  {
    method: 'POST',
    path: '/api/chat.update',
    answer(asked, keeper) {
      const { channel, ts, text } = readArguments(asked);
      const message = keeper.of<Message>('messages').find((known) => known.channel === channel && known.ts === ts);
      if (message === undefined) return fail('message_not_found');
      if (!isText(text)) return fail('no_text');
      message.text = text;
      return fine({ channel, ts, text });
    },
  },
  {
    method: 'POST',
    path: '/api/reactions.add',
    answer(asked, keeper) {
      const { channel, timestamp, name } = readArguments(asked);
      if (!isText(name) || !/^[a-z0-9_+'-]+$/.test(name)) return fail('invalid_name');
      const isMeant = (known: Message): boolean => known.channel === channel && known.ts === timestamp;
      const message = keeper.of<Message>('messages').find(isMeant);
      if (message === undefined) return fail('message_not_found');
      if (message.reactions.includes(name)) return fail('already_reacted');
      message.reactions.push(name);
      return fine();
    },
  },
];
