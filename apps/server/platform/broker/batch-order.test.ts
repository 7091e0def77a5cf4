import { expect, test, vi } from 'vitest';
import { BatchOrder } from './batch-order.ts';

const batch = (number: number) => ({ number, messages: [], announcements: [number] });

function createOrder(): { order: BatchOrder; told: (number | 'missed')[] } {
  const told: (number | 'missed')[] = [];
  const order = new BatchOrder({
    deliver: ({ number }) => told.push(number),
    onMissed: () => told.push('missed'),
  });
  order.startAt(10);
  return { order, told };
}

test('batches are delivered in the order of their numbers, however they arrive', () => {
  const { order, told } = createOrder();
  for (const number of [12, 11, 15, 14, 13]) order.receive(batch(number));
  expect(told).toEqual([11, 12, 13, 14, 15]);
  expect(order.heard).toBe(15);
});

test('a batch that does not arrive is noticed before later ones are delivered, also while others arrive', () => {
  vi.useFakeTimers();
  try {
    const { order, told } = createOrder();
    for (let number = 12; number < 20; number += 1) {
      order.receive(batch(number));
      vi.advanceTimersByTime(15);
    }
    expect(told).toEqual(['missed', 12, 13, 14, 15, 16, 17, 18, 19]);
    order.receive(batch(20));
    expect(told.at(-1)).toBe(20);
  } finally {
    vi.useRealTimers();
  }
});

test('one that arrives after it was given up is delivered, and so is one that arrives twice', () => {
  const { order, told } = createOrder();
  order.skipTo(12);
  order.receive(batch(11));
  order.receive(batch(13));
  order.receive(batch(13));
  expect(told).toEqual(['missed', 11, 13, 13]);
  expect(order.heard).toBe(13);
});
