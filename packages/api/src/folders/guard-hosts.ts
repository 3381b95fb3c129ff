import { ActionError, type Http } from '@tallyhook/sdk';

/** An action that reads a list page by page must not do so without end. */
const maxRequests = 20;

/** A client that sends only to these hosts, if any are given, and only a few requests. */
export function guardHosts(http: Http, hosts: readonly string[] | undefined): Http {
  let sent = 0;
  const refuse = (url: string): void => {
    const { host } = new URL(url);
    if (hosts !== undefined && !hosts.includes(host)) throw new ActionError('fatal', whyNot(host, hosts));
    sent += 1;
    if (sent > maxRequests) throw new ActionError('fatal', `stopped after ${maxRequests} requests: try it with less`);
  };
  return {
    async send(request, options) {
      refuse(request.url);
      return http.send(request, options);
    },
    async sendStream(request, options) {
      refuse(request.url);
      return http.sendStream(request, options);
    },
    close: () => Promise.resolve(),
  };
}

function whyNot(host: string, hosts: readonly string[]): string {
  const known = hosts.join(', ') || 'none';
  return `"${host}" is not one of the hosts of the installed version (${known}), so the account's credentials are not sent there: try it without an account, or release and install a version with that host`;
}
