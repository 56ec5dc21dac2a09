/** Most faults one answer reports: a body can hold thousands, and each costs a message. */
export const faultCountMax = 100;
