import { randomBytes } from 'node:crypto';
import { fetch } from '~/server';

type Options = { headers?: Record<string, string>; method?: 'GET' | 'HEAD' };

/** A browser without scripts, with its own cookies and IP address, that sends the origin of forms. */
export function openBrowser(origin = 'http://localhost:3000') {
  const cookies = new Map<string, string>();
  const remoteAddress = `2001:db8:${randomBytes(6)
    .toString('hex')
    .replace(/(.{4})(.{4})(.{4})/, '$1:$2:$3')}::1`;

  async function send(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<Response> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const request = new Request(new URL(path, origin), {
      ...init,
      headers: { host: new URL(origin).host, ...(cookie && { cookie }), ...init.headers },
    });
    const response = await fetch(request, { incoming: { socket: { remoteAddress } } } as never);
    for (const header of response.headers.getSetCookie()) storeCookie(header);
    return response;
  }

  function storeCookie(header: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
    if (value && !/Max-Age=0(;|$)/.test(header)) cookies.set(name!, value);
    else cookies.delete(name!);
  }

  const fromOurPage = { 'sec-fetch-site': 'same-origin', origin };

  return {
    cookies,
    address: remoteAddress,
    open: (path: string, { headers, method = 'GET' }: Options = {}) =>
      send(path, { method, headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
    submit: (path: string, fields: Record<string, string>, { headers }: Options = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { ...fromOurPage, ...headers },
      }),
    /** A form with a file and a Content-Length, as browsers send it. */
    upload: async (path: string, fields: Record<string, string>, file?: Blob, field = 'file') => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (file) form.append(field, file, 'file');
      const sent = new Response(form);
      const body = await sent.arrayBuffer();
      return send(path, {
        method: 'POST',
        body,
        headers: {
          ...fromOurPage,
          'content-type': sent.headers.get('content-type')!,
          'content-length': String(body.byteLength),
        },
      });
    },
  };
}

/** The title and the visible errors of a page. */
export async function readPage(
  response: Response,
): Promise<{ html: string; title: string; errors: string[] }> {
  const html = await response.text();
  const alert = /role="alert"[\s\S]*?<ul[^>]*>([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? '';
  return {
    html,
    title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
    errors: [...alert.matchAll(/<(?:a|span)[^>]*>([^<]+)</g)].map(([, text]) => text!),
  };
}

/** What a filtered list says about its result to screen readers. Undefined without a list. */
export const readFilterResult = (html: string): string | undefined =>
  /<p role="status" tabindex="-1"[^>]*>([^<]*)</i.exec(html)?.[1];

/** The visible text of a page, without scripts. */
export const readVisibleText = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
