// The same numbers as in styles/activity.css; the list computes positions without measuring.
export const callHeight = 34;
export const subCallHeight = 28;
export const narrowHeight = 48;
export const headHeight = 28;

/** At this width of the list and below, a row takes two lines and sub-calls show in the drawer only. */
export const narrowBelow = 560;
