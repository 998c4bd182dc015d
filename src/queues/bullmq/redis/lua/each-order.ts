/**
 * Lua: runs `act(keys, order)` for each order and returns its answers. An order's keys stand behind the `shared` ones,
 * its arguments behind the setup, both in the order of `setup.orderKeys` and `setup.orderArguments`.
 */
export function eachOrder(act: string, shared: string): string {
  return `
local function named(names, values, first)
  local order = {}
  for index, name in ipairs(names) do order[name] = values[first + index - 1] end
  return order
end

local results = {}
for index = 0, (#KEYS - ${shared}) / #setup.orderKeys - 1 do
  local keys = named(setup.orderKeys, KEYS, ${shared} + 1 + index * #setup.orderKeys)
  local order = named(setup.orderArguments, ARGV, 2 + index * #setup.orderArguments)
  results[index + 1] = ${act}(keys, order)
end
return results
`;
}
