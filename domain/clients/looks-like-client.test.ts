import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeClient } from '#domain/clients/looks-like-client.ts';

const NAMES = [
  'Анна',
  'КОВАЛЬЧУК',
  'новикова инна',
  'инна новикова',
  'Анна-Мария Ли',
  'О’Коннор Шон',
  'Иванова А. С.',
  'пётр егорович',
  'Зелёная Фея',
  'аллахвердиев расим',
  'Li Wei',
];
const PHONES = ['89161112233', '+7 (916) 204-18-35', '916 204-18-35', '204-18-35'];
const NEITHER = [
  '',
  '  ',
  'а',
  'матер',
  'сопротивление',
  'панические атаки',
  'пароль',
  '18.11.2026',
  '14:00',
  '8 916',
  '2026',
  'Анна!',
  'Анна 2',
  'Что она сказала про свою мать',
  'А.',
  'А'.repeat(101),
];

test('CARD-06 a client is offered to be added for what looks like a name or a phone alone', () => {
  for (const typed of [...NAMES, ...PHONES]) assert.ok(looksLikeClient(typed), typed);
  for (const typed of NEITHER) assert.ok(!looksLikeClient(typed), typed);
});
