import { expect, test } from 'vitest';
import { formatResponse } from './format-response.ts';

test('a response of XML has one element a line', () => {
  const reasons = '<risk_reasons><name>velocity</name><status/></risk_reasons>';
  const lines = [
    '<?xml version="1.0"?>',
    '<respon>',
    '  <order_no>A-1</order_no>',
    '  <risk_reasons>',
    '    <name>velocity</name>',
    '    <status/>',
    '  </risk_reasons>',
    '  <card></card>',
    '</respon>',
  ];
  const sent = `<?xml version="1.0"?>\n<respon>\n  <order_no>A-1</order_no>\n  ${reasons}<card></card></respon>`;
  expect(formatResponse(sent)).toBe(lines.join('\n'));
});

test('a response of JSON has one member a line', () => {
  expect(formatResponse('{"code":"0000"}')).toBe('{\n  "code": "0000"\n}');
});

test.each([
  '{"code":"00',
  '<respon><order_no>A-1</ord',
  '<respon><card>1</card>',
  '</respon>',
  'Bad gateway',
  '<a>x<b/></a>',
])('the broken response %s is unchanged', (text) => {
  expect(formatResponse(text)).toBe(text);
});
