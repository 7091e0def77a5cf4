/** A service that has just been started for the first time, and people in browsers who count what they do. */

import { join } from 'node:path';
import process from 'node:process';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import {
  createFixtureRepository,
  type FixtureFiles,
  type FixtureRepository,
  temporaryDirectory,
} from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { createPreparedSetup, type RunningService, type Setup, waitFor } from '../process/service-process.ts';
import { launchChromium } from './chromium.ts';
import { findWord } from './in-page.mjs';

/** Chromium’s own user agent says that it is automated, and insights count people only. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

export interface FirstStart {
  service: RunningService;
  /** The token of the administrator, as the first start prints it. */
  token: string;
  git: GitServer;
  mail: MailServer;
  /** A repository that the Git server has from now on. */
  addRepository(name: string, files: FixtureFiles): Promise<FixtureRepository>;
  /** A browser of its own, in which nobody is signed in. */
  openBrowser(options?: Pick<BrowserContextOptions, 'viewport'>): Promise<Person>;
  /** The link of the last mail to an address. */
  readMailedLink(email: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the built service with an empty database, a Git host and a mail server. */
export async function startForTheFirstTime(): Promise<FirstStart> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {}, allowPush: true });
  const mail = await startMailServer();
  const setup: Setup = await createPreparedSetup();
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await setup.clean();
    await mail.close();
    await git.close();
    await folder.remove();
  };
  try {
    const service = await setup.serve({ LECTERN_ALLOW_PRIVATE_NETWORKS: 'true', SMTP_URL: mail.url });
    const [, token] = /shown only once:\s+(\S+)/.exec(service.output()) ?? [];
    if (!token) throw new Error(`The first start printed no token: ${service.output()}`);
    const opened = await launchChromium();
    browser = opened;
    return {
      service,
      token,
      git,
      mail,
      async addRepository(name, files) {
        const repository = await createFixtureRepository(join(folder.path, `${name}.git`), { files });
        git.options.repositories[name] = repository.directory;
        return repository;
      },
      openBrowser: (options) => Person.open(opened, { baseURL: service.url, ...options }),
      async readMailedLink(email) {
        const ofThem = () => mail.received.findLast(({ to }) => to.includes(email));
        await waitFor(`a mail to ${email}`, async () => ofThem() !== undefined);
        return ofThem()?.link as string;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What somebody has done since a job began. */
export interface Effort {
  clicks: number;
  fields: number;
}

/** Somebody at a browser. Everything that they do goes through these methods, which count it. */
export class Person {
  /** Presses of the pointer, and fields that were filled or chosen. */
  readonly effort: Effort = { clicks: 0, fields: 0 };
  /** What the service refused with a fault of its own. */
  readonly faults: string[] = [];
  page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      userAgent: PERSON,
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const person = new Person(await context.newPage());
    context.on('response', (response) => {
      if (response.status() >= 500)
        person.faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    // Whoever begins to listen only when a dialog opens can be too late for it.
    person.page.on('filechooser', () => {});
    context.on('weberror', (error) => person.faults.push(String(error.error())));
    return person;
  }

  async click(target: Locator): Promise<void> {
    this.effort.clicks += 1;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.effort.fields += 1;
    await field.fill(text);
  }

  async choose(field: Locator, label: string): Promise<void> {
    this.effort.fields += 1;
    await field.selectOption({ label });
  }

  /** Chooses a file in the dialog of the system that a button opens. */
  async chooseFile(
    openDialog: () => Promise<void>,
    file: { name: string; mimeType: string; buffer: Buffer },
  ): Promise<void> {
    this.effort.fields += 1;
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), openDialog()]);
    await chooser.setFiles(file);
  }

  /** Opens the menu of a button, and chooses an item. */
  async chooseInMenu(trigger: Locator, item: string): Promise<void> {
    await this.click(trigger);
    await this.click(this.page.getByRole('menuitem', { name: item, exact: true }));
  }

  /** `part`: how far down in the target the pointer lets go, from 0 to 1. */
  async drag(from: Locator, to: Locator, part: number): Promise<void> {
    this.effort.clicks += 1;
    const box = await to.boundingBox();
    if (!box) throw new Error('The target of the drag is not shown.');
    await from.dragTo(to, { targetPosition: { x: box.width / 4, y: box.height * part } });
  }

  /** Types into what has the focus, as into a field. */
  async type(text: string): Promise<void> {
    this.effort.fields += 1;
    await this.page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      // The browser tells the editor of a new selection in its own time.
      if (/Arrow|Home|End/.test(key))
        await this.page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    }
  }

  /** Types the name of a block after a slash, and chooses it by `choose`: the key Enter, if nothing else. */
  async insert(name: string, choose = (): Promise<void> => this.press('Enter')): Promise<void> {
    await this.type(`/${name}`);
    await this.page.getByRole('option', { name, exact: true }).first().waitFor();
    await choose();
  }

  /** Clicks behind a word of the page that is written, and selects it. */
  async select(word: string): Promise<void> {
    const place = await this.content.evaluate(findWord, word);
    if (!place) throw new Error(`The page does not show “${word}”.`);
    this.effort.clicks += 1;
    await this.page.mouse.click(place.x, place.y);
    await this.page.waitForTimeout(50);
    await this.press('Control+Shift+ArrowLeft');
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  link(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('link', { name, exact: true });
  }

  field(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('textbox', { name });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  treeItem(title: string): Locator {
    return this.page.getByRole('treeitem', { name: title, exact: true });
  }

  get content(): Locator {
    return this.page.getByRole('textbox', { name: 'Page content' });
  }

  /** Waits until the page says that everything is saved. */
  async saved(): Promise<void> {
    await this.page.getByRole('status', { name: 'Saved', exact: true }).waitFor();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

interface Job extends Effort {
  name: string;
  seconds: number;
}

/** The jobs that were done, each with its time and effort. */
export class Jobs {
  readonly done: Job[] = [];

  /** Does a job of somebody, perhaps with others. */
  async run(name: string, people: readonly Person[], work: () => Promise<void>): Promise<Job> {
    const before = total(people);
    const started = performance.now();
    await work();
    const after = total(people);
    const job = {
      name,
      seconds: (performance.now() - started) / 1000,
      clicks: after.clicks - before.clicks,
      fields: after.fields - before.fields,
    };
    this.done.push(job);
    return job;
  }

  /** A table for whoever reads the output of the tests. */
  print(): void {
    const rows = this.done.map(
      ({ name, seconds, clicks, fields }) =>
        `${name.padEnd(58)} ${seconds.toFixed(1).padStart(6)} s ${String(clicks).padStart(4)} clicks ${String(fields).padStart(4)} fields`,
    );
    process.stdout.write(`\n${rows.join('\n')}\n`);
  }
}

const total = (people: readonly Person[]): Effort => ({
  clicks: people.reduce((sum, { effort }) => sum + effort.clicks, 0),
  fields: people.reduce((sum, { effort }) => sum + effort.fields, 0),
});
