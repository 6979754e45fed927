/** The form in which codes are compared and sealed: trimmed, lower case. */
export const normalCode = (text: string): string => text.trim().toLowerCase();
