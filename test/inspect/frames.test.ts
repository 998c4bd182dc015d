import { describe, expect, it } from 'vitest';
import { ownFrames } from '../../src/inspect/frames.ts';

describe('ownFrames', () => {
  it.each([
    ['async OrderService.place (/app/dist/orders/order.service.js:12:3)', 'OrderService.place@dist/orders/order.service'],
    ['new Invoice (/srv/shop/src/invoice.ts:3:9)', 'Invoice@shop/src/invoice'],
    ['Object.oncomplete [as run] (/app/src/run.mjs:1:1)', 'Object.oncomplete@app/src/run'],
    ['file:///app/src/main.mts:4:34', '@app/src/main'],
    ['async file:///app/src/main.cjs:4:34', '@app/src/main'],
    ['place (C:\\work\\shop\\dist\\orders\\place.js:7:1)', 'place@dist/orders/place'],
    ['place (webpack:///./src/orders/place.ts?a1b2:7:1)', 'place@src/orders/place'],
    ['<anonymous> (/app/src/a.tsx:1:1)', '@app/src/a'],
    ['eventHandlers.<computed> (/app/src/events.js:56:24)', 'eventHandlers.<computed>@app/src/events'],
  ])('shortens %s', (frame, expected) => {
    expect(ownFrames([frame])).toEqual([expected]);
  });

  it.each([
    'node:internal/deps/undici/undici:14976:13',
    'process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    'Worker.processJob (/app/node_modules/bullmq/dist/cjs/classes/worker.js:590:28)',
    'Worker.processJob (C:\\app\\node_modules\\bullmq\\dist\\cjs\\classes\\worker.js:590:28)',
    'JSON.parse (<anonymous>)',
    'async Promise.all (index 0)',
    'eval at run (/app/src/run.js:1:1), <anonymous>:1:1',
    'Array.map (native)',
    '',
    '(((',
  ])('leaves out %s', (frame) => {
    expect(ownFrames([frame])).toEqual([]);
  });

  it('gives the five newest', () => {
    const frames = Array.from({ length: 9 }, (_, index) => `step${index} (/app/src/step.js:${index}:1)`);
    expect(ownFrames(frames)).toEqual(['step0@app/src/step', 'step1@app/src/step', 'step2@app/src/step', 'step3@app/src/step', 'step4@app/src/step']);
  });

  it('is the same on another machine, at another line', () => {
    expect(ownFrames(['place (/app/dist/orders/place.js:7:1)'])).toEqual(ownFrames(['place (D:\\deploy\\17\\dist\\orders\\place.js:99:42)']));
  });
});
