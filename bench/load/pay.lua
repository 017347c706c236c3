-- What wrk sends. TOKEN: an access token. CALL: authorize, capture, refund or get. IDS: a file of transaction ids, one a line,
-- of which each thread takes its share; capture and refund use each once, get takes them round and round.
local call, token, ids = os.getenv("CALL"), os.getenv("TOKEN"), {}
local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token }
local threads, count = 0, 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  if call == "authorize" then return end
  local line = 0
  for id in io.lines(os.getenv("IDS")) do
    if line % tonumber(os.getenv("THREADS")) == number then ids[#ids + 1] = id end
    line = line + 1
  end
end

function request()
  count = count + 1
  if call == "authorize" then
    local external = number .. "-" .. os.getenv("RUN") .. "-" .. count
    return wrk.format("POST", "/test/api/transactions", headers, '{"operation":"authorize","external_id":"' .. external
      .. '","order":{"order_id":"order-' .. external .. '","order_amount":10000,"order_currency":"USD"}'
      .. ',"card":{"pan":"4242424242424242","code":"123","expiry":"12/40","name":"Ada Example"}}')
  end
  if call ~= "get" and count > #ids then wrk.thread:stop() end
  local id = ids[(count - 1) % #ids + 1]
  if call == "get" then return wrk.format("GET", "/test/api/transactions/" .. id, headers) end
  if call == "capture" then return wrk.format("POST", "/test/api/transactions/" .. id, headers, '{"operation":"capture","external_id":"c-' .. id .. '"}') end
  return wrk.format("POST", "/test/api/refunds", headers, '{"external_id":"r-' .. id .. '","trx_id":"' .. id .. '","amount":10000}')
end

local refused = 0
function response(status)
  if status ~= 200 then refused = refused + 1 end
end

function done(summary, latency)
  local line = '{"requests":%d,"microseconds":%d,"refused":%d,"p50":%d,"p99":%d,"p999":%d}'
  io.write(line:format(summary.requests, summary.duration, summary.errors.status, latency:percentile(50), latency:percentile(99), latency:percentile(99.9)), "\n")
end
