import { globSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import { runProgram } from '../../support/run-program.ts';
import { serveSite } from './serve-site.ts';

const root = join(import.meta.dirname, '../../..');

export const siteFolder = join(root, 'docs/site');

/** A tab of the browser, and what went wrong in it: messages, errors, and requests that failed or went elsewhere. */
export interface Tab extends AsyncDisposable {
  readonly page: Page;
  readonly problems: string[];
}

export interface Site extends AsyncDisposable {
  readonly origin: string;
  /** Every page, as its path on the site. */
  readonly pages: readonly string[];
  readonly openTab: (view?: { width?: number; scheme?: 'light' | 'dark' }) => Promise<Tab>;
}

/** Builds the site and serves it. */
export async function openSite(browser: Browser | undefined): Promise<Site> {
  const built = await runProgram(process.execPath, ['docs/.vitepress/build.ts'], { cwd: root });
  expect(built, built.err).toMatchObject({ code: 0 });
  const server = await serveSite(siteFolder);
  const { origin } = server;
  return {
    origin,
    pages: globSync('**/*.html', { cwd: siteFolder, exclude: ['404.html'] }).map((page) => `/${page}`),
    openTab: async ({ width = 1440, scheme = 'light' } = {}) => {
      const context = await (browser ?? expect.fail('no browser')).newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const problems: string[] = [];
      const note = (problem: string): number => problems.push(`${page.url()}: ${problem}`);
      page.on('console', (message) => note(message.text()));
      page.on('pageerror', ({ message }) => note(message));
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) note(request.url());
      });
      page.on('response', (response) => {
        if (!response.ok()) note(`${response.status()} ${response.url()}`);
      });
      return { page, problems, [Symbol.asyncDispose]: () => context.close() };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
