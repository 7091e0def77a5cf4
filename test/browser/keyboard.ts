/** Somebody who has no pointer: everything is reached with Tab, arrows and shortcuts. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describeFocus } from './in-page.mjs';

/** The longest way with Tab that is still a way. */
const MOST_STEPS = 150;
/** The most choices of a menu or a group. */
const MOST_CHOICES = 30;
/** How long nothing may have the focus, while a view or a dialog closes on a busy machine. */
const LONGEST_MS = 10_000;

export class Keyboard {
  /** The pressed keys. */
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      const { openedAt } = await this.page.evaluate(describeFocus);
      await this.page.keyboard.press(key);
      if (/^(?:Enter|Escape|Space)$/.test(key)) await this.#keepsFocus(key, openedAt);
      if (/Arrow|Home|End/.test(key)) await this.page.waitForTimeout(50);
    }
  }

  /** Types a text into what has the focus. */
  async type(text: string): Promise<void> {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  /** Types a text in place of that of the field with the focus. */
  async replace(text: string): Promise<void> {
    await this.press('Control+a');
    await this.type(text);
  }

  /** Goes to something with Tab; everything on the way shows that it has the focus. */
  async goTo(target: Locator, { isBack = false } = {}): Promise<void> {
    await target.first().waitFor();
    const way: string[] = [];
    for (let step = 0; step <= MOST_STEPS; step += 1) {
      if ((await target.and(this.page.locator(':focus')).count()) > 0) return;
      this.count += 1;
      await this.page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab');
      const { name, isLost, isSeen } = await this.page.evaluate(describeFocus);
      way.push(name);
      // After the last element, the focus is on the window before it begins again.
      if (!isLost && !isSeen) throw new Error(`The focus is not seen on ${name}, after ${way.join(', ')}`);
    }
    throw new Error(`${target} was not reached over ${way.join(', ')}`);
  }

  /** Goes to a button or link and presses Enter. */
  async activate(target: Locator, way?: { isBack: boolean }): Promise<void> {
    await this.goTo(target, way);
    await this.press('Enter');
  }

  /** Opens a menu and chooses an item. */
  async chooseInMenu(trigger: Locator, item: string): Promise<void> {
    await this.activate(trigger);
    const wanted = this.page.getByRole('menuitem', { name: item, exact: true });
    await wanted.waitFor();
    for (let step = 0; (await wanted.and(this.page.locator(':focus')).count()) === 0; step += 1) {
      if (step > MOST_CHOICES) throw new Error(`The item “${item}” is not reached.`);
      await this.press('ArrowDown');
    }
    await this.press('Enter');
  }

  /** Chooses a radio button of the group that contains the one with the focus. */
  async chooseRadio(wanted: Locator): Promise<void> {
    const group = wanted
      .locator('xpath=ancestor::*[self::fieldset or @role="radiogroup"][1]')
      .getByRole('radio');
    await this.goTo(group);
    for (let step = 0; !(await wanted.isChecked()); step += 1) {
      if (step > MOST_CHOICES) throw new Error(`${wanted} is not reached.`);
      await this.press('ArrowDown');
    }
  }

  /** Chooses an option of a list by the beginning of its name. */
  async choose(field: Locator, option: string): Promise<void> {
    await this.goTo(field);
    await this.type(option);
    const read = (list: { selectedOptions: { label: string }[] }) => list.selectedOptions[0]?.label;
    await until(async () => (await field.evaluate(read)) === option, `“${option}” is not chosen.`);
  }

  /** The focus is somewhere after a key that closes or replaces what had it. A new document begins at its top. */
  async #keepsFocus(key: string, openedAt: number): Promise<void> {
    const hasFocus = async () => {
      const focus = await this.page.evaluate(describeFocus).catch(() => undefined);
      return focus !== undefined && (!focus.isLost || focus.openedAt !== openedAt);
    };
    await until(hasFocus, `The focus is lost after ${key} on ${this.page.url()}.`);
  }
}

/** Waits until something is so. */
async function until(isSo: () => Promise<boolean>, failure: string): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; !(await isSo()); await sleep(50))
    if (Date.now() > deadline) throw new Error(failure);
}
