// @vitest-environment happy-dom
import { test } from 'vitest';
import { actInSimulatedDom, CHALLENGE, payInSimulatedDom, QR_CODE } from './test-support/pay-in-simulated-dom.ts';

test('in happy-dom the element and tillgate/widget/testing import, mount, pay and unmount', payInSimulatedDom);

test('in happy-dom the element opens a challenge and shows its result', () =>
  actInSimulatedDom(CHALLENGE, 'dialog[open]'));

test('in happy-dom the element shows a QR code and its result', () => actInSimulatedDom(QR_CODE, 'svg'));
