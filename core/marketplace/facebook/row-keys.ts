/** How rows name what they are of, and what they say of it. */
export const labelKeys = ['label', 'name', 'title', 'display_name', 'text'];
export const valueKeys = ['value', 'display_value', 'formatted_value', 'subtitle'];
