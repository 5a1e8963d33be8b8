/** Specification §8. */
export const AUTH_TEXT = {
  unverified: 'Подтвердите email перед входом в систему. Проверьте почту.',
  signedIn: 'Вы успешно вошли в систему',
  registered: 'Регистрация успешна! Проверьте email для подтверждения аккаунта.',
  failed: 'Произошла ошибка при авторизации',
} as const;
