import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useFailureText, useImportTexts } from '../i18n/text-parts.ts';

/** Compresses a saved page, which can be megabytes, to about a tenth. */
export async function gzip(file: Blob): Promise<Blob> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).blob();
}

/** Runs the request with a key that stays the same until it succeeds: a repeated click is one import. */
function useIdempotencyKey() {
  const key = useRef<string | null>(null);
  return {
    current: () => {
      key.current ??= crypto.randomUUID();
      return key.current;
    },
    renew: () => {
      key.current = null;
    },
  };
}

/** Imports a link. `onStarted` hears the job whose cars will come. */
export function useStartImport(onStarted: (jobId: string) => void) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  return useMutation({
    mutationFn: (url: string) =>
      call('POST /scrape', { body: { url }, headers: { 'idempotency-key': key.current() } }),
    onSuccess: ({ jobId }) => {
      for (const queryKey of [queryKeys.scrapeStatus, queryKeys.history, queryKeys.usage])
        void client.invalidateQueries({ queryKey });
      onStarted(jobId);
    },
    // A refusal also ends this key: the next attempt is a new import.
    onSettled: key.renew,
  });
}

type Page = { file: Blob; query?: { url: string; by: 'button' } };

/** Imports a page that the reader saved, or that the button read; it travels gzipped. */
export function useImportPage(onStarted: (jobId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, query }: Page) => {
      const body = await gzip(file);
      const headers = {
        'content-type': 'application/octet-stream',
        'content-encoding': 'gzip',
        'idempotency-key': crypto.randomUUID(),
      };
      return call('POST /api/imports/page', { query: query ?? {}, body, headers });
    },
    onSuccess: ({ jobId }) => {
      for (const queryKey of [queryKeys.scrapeStatus, queryKeys.history, queryKeys.usage])
        void client.invalidateQueries({ queryKey });
      onStarted(jobId);
    },
  });
}

/** A refused page names its class; ours is the sentence for it, else the one for the code. */
export function useRefusalText(): (error: unknown) => string {
  const t = useImportTexts();
  const failureText = useFailureText();
  // A saved page is of any marketplace; those that refuse a person's own browser are this one's.
  const texts = t.importFailures('facebook');
  return (error) => {
    const failureClass = error instanceof ApiError ? error.details.class : undefined;
    if (typeof failureClass === 'string' && failureClass in texts && failureClass !== 'unknown_page')
      return texts[failureClass as keyof typeof texts];
    return failureText(error);
  };
}
