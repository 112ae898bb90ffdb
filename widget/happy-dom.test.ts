// @vitest-environment happy-dom
import { test } from 'vitest';
import {
  payWithActionInSimulatedDom,
  CHALLENGE_ACTION,
  payInSimulatedDom,
  QR_CODE_ACTION,
} from './test-support/pay-in-simulated-dom.ts';

test('in happy-dom the element and tillgate/widget/testing import, mount, pay and unmount', payInSimulatedDom);

test('in happy-dom the element opens a challenge and shows its result', () =>
  payWithActionInSimulatedDom(CHALLENGE_ACTION, 'dialog[open]'));

test('in happy-dom the element shows a QR code and its result', () =>
  payWithActionInSimulatedDom(QR_CODE_ACTION, 'svg'));
